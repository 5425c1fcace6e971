import { describe, expect, it } from "vitest";
import { isInScope, scopeOf, whyExcluded, whyTrap } from "./crawl-scope.ts";
import { matchesGlob } from "./glob.ts";

const HOST = "https://example.com";

it.each([
  ["/docs/index.html", "/docs/"],
  ["/docs/", "/docs/"],
  ["/docs", "/docs"],
  ["/docs/v1.2", "/docs/v1.2"],
  ["/docs/llms.txt", "/docs/"],
  ["/sitemap.xml", "/"],
  ["", "/"],
])("a crawl that starts at %s is about %s", (start, path) => {
  expect(scopeOf(HOST + start)).toMatchObject({ origin: HOST, path });
});

it("holds the root and what is below it, on the same origin", () => {
  const folder = scopeOf(`${HOST}/docs`);
  const inside = ["/docs", "/docs?x=1", "/docs/", "/docs/a", "/docs/a?x=1"].map((path) => HOST + path);
  const outside = [
    `${HOST}/docs-old`,
    `${HOST}/doc`,
    `${HOST}/`,
    "http://example.com/docs",
    "https://example.com.evil.test/docs",
    "https://example.com:8443/docs",
  ];
  expect([...inside, ...outside].filter((url) => isInScope(url, folder))).toEqual(inside);
  const file = scopeOf(`${HOST}/docs/index.html`);
  expect(isInScope(`${HOST}/docs/`, file)).toBe(true);
  expect(isInScope(`${HOST}/docs`, file)).toBe(false);
});

it("says which pattern leaves a page out", () => {
  const scope = scopeOf(`${HOST}/docs/`, {
    include: ["guide/**", "*.html"],
    exclude: ["**/old/**", "guide/drafts"],
  });
  const reason = (path: string) => whyExcluded(`${HOST}/docs/${path}`, scope);
  expect(reason("guide/a/b")).toBeNull();
  expect(reason("top.html?x=1")).toBeNull();
  expect(reason("api/x")).toBe("It matches none of the include patterns.");
  expect(reason("guide/old/x")).toBe('It matches the exclude pattern "**/old/**".');
  expect(reason("guide/drafts/x")).toBe('It matches the exclude pattern "guide/drafts".');
});

it("sees paths that go round in circles or far too deep (fault 38)", () => {
  const scope = scopeOf(`${HOST}/docs/`);
  expect(whyTrap(`${HOST}/docs/a/b/a/b/a/b/c`, scope)).toBeNull();
  expect(whyTrap(`${HOST}/docs/a/b/a/b/a/b/a/b`, scope)).toMatch(/repeats/);
  expect(whyTrap(`${HOST}/docs/${Array.from({ length: 21 }, (_, n) => n).join("/")}`, scope)).toMatch(
    /20 levels/,
  );
});

describe("patterns", () => {
  it.each([
    ["**", "a/b/c", true],
    ["*", "a", true],
    ["*", "a/b", false],
    ["a/*/c", "a/b/c", true],
    ["a/*/c", "a/b/b/c", false],
    ["a/**/c", "a/c", true],
    ["a/**/c", "a/b/b/c", true],
    ["**/c", "a/b/c", true],
    ["*.html", "a.html", true],
    ["*.html", "a/b.html", false],
    ["**/*.html", "a/b.html", true],
    ["v*/api", "v2/api/x", true],
    ["a", "ab", false],
    ["/a/", "a/b", true],
    ["a*b*c", "a1b2c", true],
    ["a*b*c", "a1b2", false],
    ["**/a/**/b", "x/a/y/a/z/b", true],
  ])("%s on %s is %s", (pattern, path, expected) => {
    expect(matchesGlob(pattern, path)).toBe(expected);
  });

  it("answers at once on patterns made to be slow", () => {
    const pattern = `${"**/*a*a*a*a*a*a*a*a/".repeat(20)}x`;
    expect(matchesGlob(pattern, `${"a".repeat(60)}/`.repeat(30))).toBe(false);
  });
});
