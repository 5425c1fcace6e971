import axe from "axe-core";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "#web/test/render.tsx";
import { COPY } from "./copy.ts";
import { PageOpinion } from "./page-opinion.tsx";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const fetched = vi.spyOn(window, "fetch");
const yes = page.getByRole("button", { name: COPY.yes });
const no = page.getByRole("button", { name: COPY.no });

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json({ status: "noted" }));
  document.documentElement.lang = "en";
  document.title = "Docs";
});

function sent(): unknown[] {
  return fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
}

test("yes or no is sent at once, and a line after it by keyboard", async () => {
  render(<PageOpinion path="/docs/tools" />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(COPY.thanks)).toBeVisible();
  await expect.element(yes).toHaveAttribute("aria-pressed", "true");
  await expect.element(yes).toHaveFocus();
  expect(sent()).toEqual([{ path: "/docs/tools", isUseful: true }]);

  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByLabelText(COPY.whatHelped)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(sent()).toHaveLength(1);
  await userEvent.keyboard("The table.{Enter}");
  await expect.element(page.getByText(COPY.noted)).toHaveFocus();
  expect(sent()[1]).toEqual({ path: "/docs/tools", isUseful: true, words: "The table." });
});

test("who changes their mind says the other, and is asked what is missing", async () => {
  render(<PageOpinion path="/docs" />);
  await yes.click();
  await expect.element(page.getByLabelText(COPY.whatHelped)).toBeVisible();
  await no.click();
  await expect.element(page.getByLabelText(COPY.whatIsMissing)).toBeVisible();
  await expect.element(yes).toHaveAttribute("aria-pressed", "false");
  expect(sent()).toMatchObject([{ isUseful: true }, { isUseful: false }]);
  const { violations } = await axe.run(document.body, { runOnly: STANDARDS });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test("what the server refuses is said, and the line stays", async () => {
  render(<PageOpinion path="/docs" />);
  await no.click();
  const line = page.getByLabelText(COPY.whatIsMissing);
  await line.fill("An example.");
  fetched.mockImplementation(async () =>
    Response.json(
      { error: { code: "resource-exhausted", message: "Too many. Please try again later" } },
      { status: 429 },
    ),
  );
  await page.getByRole("button", { name: COPY.send }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Too many. Please try again later");
  await expect.element(line).toHaveValue("An example.");
});
