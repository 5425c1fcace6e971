import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { CONTENT_ROUTES } from "#schema/content-routes.ts";
import type { ContentPath } from "#schema/content-routes.ts";
import { SITE_LINKS } from "#web/components/site/site-config.ts";
import { VideoEmbed } from "#web/features/content/video-embed.tsx";
import { render } from "#web/test/render.tsx";
import { contentPage } from "./content-pages.tsx";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function show(path: ContentPath): Promise<void> {
  const { default: Page } = await contentPage(path);
  render(<Page />, path);
}

test("a page of the documentation shows where it stands, what it says, and what comes next", async () => {
  await page.viewport(1200, 900);
  await show("/docs/sessions");
  await expect.element(page.getByRole("heading", { name: "Sessions", level: 1 })).toBeVisible();
  await expect.element(page.getByRole("navigation", { name: "On this page" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Next: Indexing your documentation" })).toBeVisible();
});

test("a page can be changed where the repository is known and holds its words", async () => {
  const edit = page.getByRole("link", { name: "Edit this page" });
  await show("/docs/sessions");
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(edit.elements()).toEqual([]);
  SITE_LINKS.repositoryUrl = "https://code.test/docenda/";
  await show("/docs/quick-start");
  await expect
    .element(edit)
    .toHaveAttribute("href", "https://code.test/docenda/edit/main/web/content/docs/quick-start.md");
  await show("/docs/clients/cursor");
  await expect.element(page.getByRole("heading", { name: "Cursor", level: 1 })).toBeVisible();
  expect(edit.elements()).toEqual([]);
  SITE_LINKS.repositoryUrl = undefined;
});

test("the list of pages is where the page at hand is in it", async () => {
  await page.viewport(1200, 420);
  await show("/docs/errors");
  const here = page.getByRole("navigation", { name: "Documentation" }).getByRole("link", { name: "Errors" });
  await expect.element(here).toBeInViewport();
  expect(scrollY).toBe(0);
});

test("code is copied with the button beside it, which says so", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await show("/docs/quick-start");
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  expect(copied.mock.calls[0]![0]).toMatch(/^claude mcp add .*"Authorization: Bearer YOUR_API_KEY"$/);
  await expect.element(page.getByText("Copied to clipboard")).toBeVisible();
  copied.mockRejectedValue(new Error("no"));
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect.element(page.getByText("Failed to copy")).toBeVisible();
  vi.restoreAllMocks();
});

test("the texts name the address of the copy that shows them", async () => {
  await show("/docs/quick-start");
  await expect.element(page.getByText(`The address is ${location.origin}/mcp`)).toBeVisible();
});

test("no host of videos is asked before somebody presses play", async () => {
  render(<VideoEmbed id="abc-123" title="A talk" footer="Recorded in autumn." />);
  expect(document.querySelector("iframe")).toBeNull();
  expect(document.body.innerHTML).not.toContain("ytimg");
  await page.getByRole("button", { name: "Play video" }).click();
  await expect
    .element(page.getByTitle("A talk"))
    .toHaveAttribute("src", "https://www.youtube-nocookie.com/embed/abc-123?autoplay=1");
});

test("a video that is not there yet says so, and offers nothing to press", async () => {
  render(<VideoEmbed id={null} title="A talk" />);
  await expect.element(page.getByText("Not recorded yet.")).toBeVisible();
  expect(document.querySelector("button")).toBeNull();
});

const LOOKS = [
  { theme: "light", width: 1200 },
  { theme: "dark", width: 390 },
  { theme: "light", width: 320 },
  { theme: "dark", width: 1200 },
];

test.each(CONTENT_ROUTES.map(({ path }, index) => ({ path, ...LOOKS[index % LOOKS.length]! })))(
  "no rule of accessibility is broken: $path, $theme, $width px",
  async ({ path, theme, width }) => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.lang = "en";
    document.title = path;
    await page.viewport(width, 900);
    await show(path);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    const { violations } = await axe.run(document.body, { runOnly: STANDARDS });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual(
      [],
    );
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);
