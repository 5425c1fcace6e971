import { Suspense, lazy, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "#web/test/render.tsx";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Loading } from "./skeleton.tsx";
import { Tabs } from "./tabs.tsx";
import { showToast } from "./toasts.ts";
import { TrimBar } from "./trim-bar.tsx";

const Toaster = lazy(async () => ({ default: (await import("./toaster.tsx")).Toaster }));

test("a toast stands 24 px above the foot of the page, goes by itself, and stays while pointed at", async () => {
  render(
    <Suspense>
      <Toaster />
    </Suspense>,
  );
  showToast({ text: "Saved" });
  const toast = page.getByText("Saved").first();
  await expect.element(toast).toBeVisible();
  const box = toast.element().closest("[data-base-ui-swipe-ignore], [role=dialog], li, div[tabindex]")!;
  await vi.waitFor(() => expect(Math.round(innerHeight - box.getBoundingClientRect().bottom)).toBe(24));
  await userEvent.hover(toast);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await expect.element(toast).toBeVisible();
  await userEvent.hover(document.body, { position: { x: 1, y: 1 } });
  await expect.element(page.getByText("Saved"), { timeout: 4_000 }).not.toBeInTheDocument();
});

test("a toast with a target stands 8 px above it", async () => {
  render(
    <Suspense>
      <div style={{ paddingTop: 200 }}>
        <Button onClick={(event) => showToast({ text: "Verify your email", target: event.currentTarget })}>
          + New API Key
        </Button>
      </div>
      <Toaster />
    </Suspense>,
  );
  const button = page.getByRole("button", { name: "+ New API Key" });
  await button.click();
  await expect.element(page.getByText("Verify your email").first()).toBeVisible();
  const target = button.element().getBoundingClientRect();
  const positioner = page.getByText("Verify your email").first().element().closest("[data-side]")!;
  await vi.waitFor(() => expect(Math.round(target.top - positioner.getBoundingClientRect().bottom)).toBe(8));
});

test("copying says whether it worked, beside the button, and takes that back", async () => {
  const written: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText");
  write.mockImplementation(async (text) => void written.push(text));
  render(<CopyButton text={async () => "secret"} label="key" />);
  await page.getByRole("button", { name: "Copy: key" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("Copied to clipboard");
  expect(written).toEqual(["secret"]);
  await expect.element(page.getByRole("status"), { timeout: 4_000 }).toHaveTextContent("");
  write.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await page.getByRole("button", { name: "Copy: key" }).click();
  await expect.element(page.getByRole("status")).toHaveTextContent("Failed to copy");
  write.mockRestore();
});

test("a skeleton comes late, stays for a while, and gives way to what was loaded", async () => {
  render(<Keys />);
  await expect.element(page.getByRole("status")).toHaveTextContent("Loading API keys...");
  expect(page.getByText("skeleton").element().checkVisibility({ visibilityProperty: true })).toBe(false);
  await vi.waitFor(() =>
    expect(page.getByText("skeleton").element().checkVisibility({ visibilityProperty: true })).toBe(true),
  );
  page
    .getByRole("button", { name: "Answer" })
    .element()
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.element(page.getByText("skeleton")).toBeVisible();
  await expect.element(page.getByText("all keys")).toBeVisible();
  expect(page.getByText("skeleton").query()).toBeNull();
});

function Keys() {
  const [isLoading, setIsLoading] = useState(true);
  return (
    <>
      <Button onClick={() => setIsLoading(false)}>Answer</Button>
      <Loading isLoading={isLoading} label="Loading API keys..." skeleton={<p>skeleton</p>}>
        {() => <p>all keys</p>}
      </Loading>
    </>
  );
}

test("tabs have one stop, arrows move and select, and what they hold is reached next", async () => {
  const tabs = ["Claude Code", "Cursor", "Codex"].map((name) => ({
    id: name,
    name,
    content: <Button>{`Copy for ${name}`}</Button>,
  }));
  render(<Tabs label="Client" tabs={tabs} />);
  await userEvent.tab();
  await expect.element(page.getByRole("tab", { name: "Claude Code" })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(page.getByRole("tab", { name: "Cursor" })).toHaveFocus();
  await expect.element(page.getByRole("tabpanel", { name: "Cursor" })).toBeVisible();
  await userEvent.keyboard("{End}{ArrowRight}");
  await expect.element(page.getByRole("tab", { name: "Claude Code" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Copy for Claude Code" })).toHaveFocus();
});

test("the trim bar says in words what it draws", async () => {
  render(<TrimBar tokensRead={439} tokensTotal={10_000} />);
  await expect.element(page.getByText("439 tokens read")).toBeVisible();
  await expect.element(page.getByText("10,000 on the page, 96% left out")).toBeVisible();
});
