import { describe, expect, it } from "vitest";
import { sectionsOf } from "./sections.ts";

describe("sectionsOf", () => {
  it("begins a section at each heading and none inside a fence", () => {
    const page = "intro\n\n# Guide\n\nfirst\n\n```sh\n# a comment\n```\n\n## Setup\n\nsecond\n";
    expect(sectionsOf(page, "guide.md")).toEqual([
      { title: "Guide", heading: "", body: "intro" },
      { title: "Guide", heading: "Guide", body: "first\n\n```sh\n# a comment\n```" },
      { title: "Guide", heading: "Setup", body: "second" },
    ]);
  });

  it("takes the title of the front matter, whose words are searchable; without any title the path", () => {
    const page = '---\ntitle: "Mapped Types"\noneline: Of keys\n---\n# Other\n\ntext';
    expect(sectionsOf(page, "a.md")).toEqual([
      { title: "Mapped Types", heading: "", body: 'title: "Mapped Types"\noneline: Of keys' },
      { title: "Mapped Types", heading: "Other", body: "text" },
    ]);
    expect(sectionsOf("only text", "b/c.md")).toEqual([{ title: "b/c.md", heading: "", body: "only text" }]);
  });

  it("splits a long section at blank lines and loses nothing", () => {
    const paragraphs = Array.from({ length: 12 }, (_, index) => `${index} ${"word ".repeat(150).trim()}`);
    const bodies = sectionsOf(`# Long\n\n${paragraphs.join("\n\n")}`, "long.md").map(({ body }) => body);
    expect(bodies.length).toBe(3);
    expect(Math.max(...bodies.map((body) => body.length))).toBeLessThanOrEqual(3202);
    expect(bodies.join("\n\n")).toBe(paragraphs.join("\n\n"));
  });
});
