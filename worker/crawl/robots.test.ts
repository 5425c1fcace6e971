import { describe, expect, it } from "vitest";
import { parseRobots } from "./robots.ts";

const HOST = "https://example.com";

function allowed(robots: string, path: string): boolean {
  return parseRobots(robots).ruleFor(HOST + path)?.allow ?? true;
}

function rules(...lines: string[]): string {
  return ["User-agent: *", ...lines].join("\n");
}

describe("which group is ours", () => {
  it.each([
    [
      "a group of our own, whatever the letters' case",
      "User-Agent: *\nDisallow: /\n\nUser-agent: DOCENDAbot\nDisallow: /b",
      true,
    ],
    [
      "a version behind the token",
      "User-agent: *\nAllow: /\n\nUser-agent: DocendaBot/2.1\nDisallow: /a",
      false,
    ],
    [
      "a token that only begins like ours",
      "User-agent: Docenda\nDisallow: /a\n\nUser-agent: DocendaBotNews\nDisallow: /a",
      true,
    ],
    ["no group for us", "User-agent: other\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", true],
    [
      "all groups of ours count as one",
      "User-agent: docendabot\nDisallow: /b\n\nUser-agent: x\nDisallow: /\n\nUser-agent: docendabot\nDisallow: /a",
      false,
    ],
    [
      "agents in a row share a group",
      "User-agent: x\nUser-agent: docendabot\nUser-agent: y\nDisallow: /a",
      false,
    ],
    [
      "empty lines and comments do not end a group",
      "User-agent: docendabot\n\n# hello\n\nDisallow: /a # why",
      false,
    ],
    [
      "a sitemap line does not end a row of agents",
      "User-agent: docendabot\nSitemap: https://example.com/s.xml\nUser-agent: y\nDisallow: /a",
      false,
    ],
    ["rules before any agent mean nothing", "Disallow: /a\nUser-agent: x\nDisallow: /", true],
    [
      "an empty disallow forbids nothing",
      "User-agent: *\nDisallow: /\n\nUser-agent: docendabot\nDisallow:",
      true,
    ],
    ["a group of agents without rules", "User-agent: docendabot", true],
    ["nothing at all", "", true],
    ["a page of HTML", "<!doctype html><title>Not found</title><p>User-agent: the reader</p>", true],
  ])("%s (fault 36)", (_what, robots, expected) => {
    expect(allowed(robots, "/a")).toBe(expected);
  });
});

describe("which rule decides", () => {
  it.each([
    // RFC 9309, section 5.2: the longest match.
    [
      rules("Allow: /example/page/", "Disallow: /example/page/disallowed.gif"),
      "/example/page/disallowed.gif",
      false,
    ],
    [rules("Allow: /example/page/", "Disallow: /example/page/disallowed.gif"), "/example/page/", true],
    [rules("Disallow: /a", "Allow: /a"), "/a", true],
    [rules("Allow: /folder", "Disallow: /folder/page"), "/folder/page", false],
    [rules("Disallow: /", "Allow: /p"), "/page", true],
    [rules("Disallow: /"), "/robots.txt", true],
    // Section 2.2.3: special characters.
    [rules("Disallow: *.gif$"), "/a/b.gif", false],
    [rules("Disallow: *.gif$"), "/a/b.gif?x", true],
    [rules("Disallow: /a/*/c"), "/a/b/c/d", false],
    [rules("Disallow: /a/*/c$"), "/a/c", true],
    [rules("Disallow: /*"), "/", false],
    [rules("Disallow: /a$"), "/a", false],
    [rules("Disallow: /a$"), "/ab", true],
    [rules("Disallow: /a$b"), "/a$b", false],
    [rules("Disallow: /*ab*ab$"), "/ab", true],
    [rules("Disallow: /*ab*ab$"), "/abab", false],
    [rules("Disallow: /**//x"), "/y//x", false],
    // Section 2.2.2: the table of percent-encoded paths.
    [rules("Disallow: /foo/bar?baz=quz"), "/foo/bar?baz=quz", false],
    [rules("Disallow: /foo/bar?baz=https://foo.bar"), "/foo/bar?baz=https://foo.bar", false],
    [rules("Disallow: /foo/bar/ツ"), "/foo/bar/%E3%83%84", false],
    [rules("Disallow: /foo/bar/%E3%83%84"), "/foo/bar/ツ", false],
    [rules("Disallow: /foo/bar/%e3%83%84"), "/foo/bar/%E3%83%84", false],
    [rules("Disallow: /foo/bar/%62%61%7A"), "/foo/bar/baz", false],
    [rules("Disallow: /foo/bar/baz"), "/foo/bar/%62%61%7A", false],
    [rules("Disallow: /a%2Fb"), "/a/b", true],
    [rules("Disallow: /A"), "/a", true],
    // Files as they are found.
    ["\uFEFFUser-agent: *\r\nDisallow: /a\r\n", "/a", false],
    ["user-AGENT : *\rDISALLOW :/a\r", "/a", false],
    [rules("  Disallow:   /a b  "), "/a%20b", false],
    [rules("Disalow: /a", "Disallow /a"), "/a", true],
    [rules("Disallow: \uD800"), "/a", true],
  ])("%j on %s: allowed is %s (fault 36)", (robots, path, expected) => {
    expect(allowed(robots, path)).toBe(expected);
  });
});

it("gives the delay of our group, and all sitemaps wherever they stand", () => {
  const robots = parseRobots(
    "Sitemap: https://example.com/1.xml\nUser-agent: *\nCrawl-delay: 7\nDisallow: /x\n\nUser-agent: docendabot\nCrawl-delay: 0.5\nSITEMAP:https://example.com/2.xml",
  );
  expect(robots.crawlDelaySeconds).toBe(0.5);
  expect(robots.sitemaps).toEqual(["https://example.com/1.xml", "https://example.com/2.xml"]);
  expect(parseRobots("User-agent: *\nCrawl-delay: soon").crawlDelaySeconds).toBeNull();
});

it("answers at once on rules made to be slow", () => {
  const robots = parseRobots(`User-agent: *\n${"Disallow: /*a*a*a*a*a*a*a*a*b$\n".repeat(5000)}`);
  expect(robots.ruleFor(`${HOST}/${"a".repeat(1900)}`)).toBeNull();
});
