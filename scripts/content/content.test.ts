import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { CONTENT_ROUTES } from "#schema/content-routes.ts";
import { PLANS } from "#schema/plans.ts";
import { findRoute } from "#schema/routes.ts";
import { CLIENTS } from "#web/features/install/clients.ts";
import { STORIES } from "#evals/use-cases/stories.ts";
import { readDocumentation } from "#worker/calls/read-documentation.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import { ERROR_STATUS } from "#schema/api/errors.ts";
import { buildSite } from "./build-site.ts";
import { FAMILIES } from "./client-pages.ts";
import { compileMarkdown } from "./markdown.ts";

const ORIGIN = "https://docs.example";
const { contents, files } = buildSite(process.cwd(), ORIGIN);

test("a page is called what its heading says", () => {
  const titles = new Map(CONTENT_ROUTES.map(({ path, title }) => [path as string, title]));
  const different = contents.filter(({ path, heading }) => titles.get(path) !== heading);
  expect(different.map(({ path }) => path)).toEqual(["/conf"]);
});

test("a page names the file that its words are in, unless they are made of data", () => {
  const made = contents.filter(({ sourcePath }) => sourcePath === null).map(({ path }) => path);
  expect(made.every((path) => path === "/evaluation" || path.startsWith("/docs/clients"))).toBe(true);
  expect(contents.find(({ path }) => path === "/docs")?.sourcePath).toBe("web/content/docs/index.md");
  const sources = contents.flatMap(({ sourcePath }) => sourcePath ?? []);
  expect(sources.length).toBe(contents.length - made.length);
  expect(sources.filter((file) => !existsSync(file))).toEqual([]);
});

test("every link within the site leads to a page and a section that are there", () => {
  const broken = contents.flatMap(({ path, links }) =>
    links.filter((link) => /^[/#]/.test(link) && !isThere(link, path)).map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

function isThere(link: string, from: string): boolean {
  const { pathname, hash } = new URL(link, ORIGIN + from);
  if (hash === "") return files.has(pathname.slice(1)) || findRoute(pathname) !== null;
  const target = contents.find(({ path }) => path === pathname);
  return target?.headings.some(({ id }) => id === decodeURIComponent(hash.slice(1))) ?? false;
}

test("the address of the site is one piece of the markup, so that another can take its place", () => {
  for (const { path, html } of contents) {
    const count = (text: string) => text.split(`${ORIGIN}/`).length - 1;
    const shown = html.replace(/<[^>]+>/g, "");
    expect([path, count(html.replace(/ (?:href|src)="[^"]*"/g, ""))]).toEqual([path, count(shown)]);
  }
});

test("links out of the site are https, and none names a machine", () => {
  const outside = contents.flatMap(({ links }) => links).filter((link) => !/^[/#]/.test(link));
  expect(outside.length).toBeGreaterThan(20);
  expect(outside.filter((link) => !link.startsWith("https://"))).toEqual([]);
});

test("what a page is made of needs no script and no style of its own", () => {
  for (const { html } of contents) expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
});

test("markup in a text is left out, and so is a link that would run something", () => {
  const { html, links } = compileMarkdown(
    '# T\n\n<script>alert(1)</script><b onclick="x()">bold</b>\n\n[a](javascript:alert(1)) [b](/docs)',
  );
  expect(html).not.toMatch(/script|onclick|alert/);
  expect(links).toContain("/docs");
});

test("code is coloured by classes, copied as it was written, and scrolls by keyboard", () => {
  const { html } = compileMarkdown('# T\n\n```json\n{"a": "<b>"}\n```');
  expect(html).toContain('<pre class="wrapped" tabindex="0" role="group" aria-label="Code, json">');
  expect(html).toContain('class="token-string-expression"');
  expect(html.replace(/<[^>]+>/g, "")).toBe('{"a": "&#x3C;b>"}Copy');
});

test("where a table is too wide for a phone, each cell says what its column is called", () => {
  const wide = compileMarkdown("# T\n\n| A | B | C `d` |\n| - | - | - |\n| 1 | 2 | 3 |");
  expect(wide.html).toContain('class="table-scroll table-rows"');
  expect(wide.html).toContain('<td data-column="A">1</td>');
  expect(wide.html).toContain('<td data-column="C d">3</td>');
  const narrow = compileMarkdown("# T\n\n| A | B |\n| - | - |\n| 1 | 2 |");
  expect(narrow.html).toContain("<td>1</td>");
});

test("a receipt is drawn as a bar, by attributes alone", () => {
  const { html } = compileMarkdown("# T\n\n```trim\n250 tokens of 1,000\n```");
  expect(html).toContain('<rect class="trim-read" width="25%" height="100%">');
  expect(html).toContain("<span>250 tokens read</span><span>1,000 on the pages, 75% left out</span>");
});

test.for(STORIES)("the use case $id tells of the calls that were made", ({ id, calls }) => {
  const text = textOf(`/use-case/${id}`);
  for (const { tool, arguments: args } of calls) {
    expect(text).toContain(`"name": "${tool}"`);
    for (const value of Object.values(args)) expect(text).toContain(JSON.stringify(value));
  }
});

test("headings are anchors, each of its own", () => {
  const { headings, html } = compileMarkdown("# T\n\n## Same\n\n### Below\n\n## Same");
  expect(headings).toEqual([
    { id: "same", text: "Same", level: 2 },
    { id: "below", text: "Below", level: 3 },
    { id: "same-1", text: "Same", level: 2 },
  ]);
  expect(html).toContain('<a class="anchor" aria-label="Link to the section Below" href="#below">#</a>');
});

test("each client is on one page of a family", () => {
  const shown = FAMILIES.flatMap(({ clients }) => clients);
  expect(shown.toSorted()).toEqual(CLIENTS.map(({ id }) => id).toSorted());
});

test("no page holds a link that opens a client, since it would hold a key", () => {
  const text = contents.map(({ html }) => html).join("\n");
  expect(text).not.toMatch(/href="(?:cursor|vscode|vsweb|lmstudio|goose|trae|raycast)[-+\w]*:/);
});

test.for([searchDocumentation, readDocumentation])("the page about tools tells all of $name", (tool) => {
  const tools = textOf("/docs/tools");
  const fields = [...Object.keys(tool.input.shape), ...Object.keys(tool.outputSchema.properties)];
  expect(fields.filter((name) => !tools.includes(`\`${name}\``))).toEqual([]);
});

test("the page about errors has every code with its status", () => {
  const errors = textOf("/docs/errors");
  const lacking = Object.entries(ERROR_STATUS).filter(
    ([code, status]) => code !== "unknown" && !errors.includes(`| ${status} | \`${code}\` |`),
  );
  expect(lacking).toEqual([]);
});

test("prices and limits are those of the plans", () => {
  const { Free, Basic, Pro } = PLANS;
  expect(textOf("/docs/credits")).toContain(
    `| Price | free | $${Basic.priceCents / 100}/month | $${Pro.priceCents / 100}/month |`,
  );
  expect(textOf("/docs/quick-start")).toContain(`You get ${Free.initialCredits} credits when you verify`);
});

function textOf(path: string): string {
  return contents.find((content) => content.path === path)!.markdown;
}
