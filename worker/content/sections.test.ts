import { describe, expect, it } from "vitest";
import { listSections, plainMarkdown } from "./sections.ts";

const page = [
  "Before any heading.",
  "",
  "# `fs` — File system {#fs}",
  "",
  "## Flags {#flags}",
  "",
  "```sh",
  "# not a heading {#no}",
  "```",
  "",
  "#### Deep `a|b` [link](https://x.test/) {#deep}",
  "",
  "## Last",
].join("\n");

describe("listSections", () => {
  it("gives the tree of headings with clean words, anchors and offsets", () => {
    const sections = listSections(page);
    expect(sections.map(({ level, heading, anchor, path }) => ({ level, heading, anchor, path }))).toEqual([
      { level: 0, heading: "", anchor: null, path: [] },
      { level: 1, heading: "fs — File system", anchor: "fs", path: ["fs — File system"] },
      { level: 2, heading: "Flags", anchor: "flags", path: ["fs — File system", "Flags"] },
      {
        level: 4,
        heading: "Deep a|b link",
        anchor: "deep",
        path: ["fs — File system", "Flags", "Deep a|b link"],
      },
      { level: 2, heading: "Last", anchor: null, path: ["fs — File system", "Last"] },
    ]);
    expect(sections.map(({ start, end }) => page.slice(start, end)).join("")).toBe(page);
    expect(page.slice(sections[2]?.start, sections[2]?.end)).toContain("# not a heading");
  });

  it("has nothing to list in an empty text", () => {
    expect(listSections("")).toEqual([]);
  });

  it("takes a fence that is never closed for text", () => {
    expect(listSections("# One\n\n```js\ncode\n\n# Two").map(({ heading }) => heading)).toEqual([
      "One",
      "Two",
    ]);
  });

  it("knows fences of tildes, longer ones, and ones in lists", () => {
    const text = "~~~~md\n~~~\n# no\n~~~~\n\n- item\n\n    ````\n    ```\n# no\n    ````\n\n# Yes";
    expect(listSections(text).map(({ heading }) => heading)).toEqual(["", "Yes"]);
  });

  it("cuts what a path repeats, and not the heading", () => {
    const signature = `run(${"argument, ".repeat(30)})`;
    const [, inner] = listSections(`# ${signature}\n\n## Inner\n`);
    expect(inner?.path[0]?.length).toBeLessThanOrEqual(100);
    expect(listSections(`# ${signature}`)[0]?.heading).toBe(signature);
  });
});

describe("plainMarkdown", () => {
  it("drops the anchors of headings, and nothing in code or text", () => {
    expect(plainMarkdown("## A {#a}\n\nSee {#b}.\n\n```md\n# C {#c}\n```\n\n### D {#d}")).toBe(
      "## A\n\nSee {#b}.\n\n```md\n# C {#c}\n```\n\n### D",
    );
  });
});
