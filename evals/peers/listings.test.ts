import { expect, it } from "vitest";
import { pagesOfResults } from "./grounded-docs.ts";
import { pagesOfListing } from "./qmd.ts";

it("reads the hits that qmd search prints, and not what their snippets quote", () => {
  const printed = [
    "qmd://site/library/pool.html.md:14 #493630",
    "Title: Pool",
    "Score:  80%",
    "",
    "@@ -13,4 @@ (12 before, 171 after)",
    "qmd://site/quoted.md is how a page is named",
    "",
    "qmd://site/Type Manipulation/Mapped Types.md:2 #0740a3",
    "Title: Mapped Types",
    "",
    "qmd://site/library/pool.html.md:90 #493630",
    "qmd://another/a.md:1 #abcdef",
  ].join("\n");
  expect(pagesOfListing(printed, "site")).toEqual(["library/pool.html", "Type Manipulation/Mapped Types.md"]);
  expect(pagesOfListing("No results found.\n", "site")).toEqual([]);
});

it("reads the results that Grounded Docs answers with, from a folder and from a site", () => {
  const folder = { folderUrl: "file:///docs/site", server: null };
  expect(
    pagesOfResults(
      answer("file:///docs/site/a%20b.md", "file:///docs/site/c.md", "file:///docs/site/a%20b.md"),
      folder,
    ),
  ).toEqual(["a b.md", "c.md"]);
  const site = { folderUrl: "file:///docs/site", server: { url: "http://127.0.0.1:4000" } };
  expect(
    pagesOfResults(answer("http://127.0.0.1:4000/lib/x.html#part", "http://127.0.0.1:4001/y.html"), site),
  ).toEqual(["lib/x.html"]);
});

function answer(...urls: string[]): string {
  const line = "-".repeat(60);
  return urls.map((url, index) => `\n${line}\nResult ${index + 1}: ${url}\n\nText of it.\n\n`).join("");
}
