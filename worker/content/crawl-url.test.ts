import { expect, it } from "vitest";
import { canonicalUrl, isAsset, twinKey } from "./crawl-url.ts";

it.each([
  ["https://Docs.Example.COM:443/a#part", "https://docs.example.com/a"],
  ["http://example.com:80", "http://example.com/"],
  ["http://example.com:8080/a", "http://example.com:8080/a"],
  ["https://example.com./a", "https://example.com/a"],
  ["https://example.com/a/../b/./c", "https://example.com/b/c"],
  ["https://example.com/a?", "https://example.com/a"],
  ["https://example.com/a?utm_source=x&b=2&a=1&gclid=3", "https://example.com/a?b=2&a=1"],
  ["https://example.com/a?fbclid=1", "https://example.com/a"],
  ["https://example.com/a?ref=main&version=2", "https://example.com/a?ref=main&version=2"],
  ["https://example.com/a;jsessionid=0FA3?x=1", "https://example.com/a?x=1"],
  ["https://example.com/%7euser/%c3%a9%2f", "https://example.com/~user/%C3%A9%2F"],
  ["https://example.com/é", "https://example.com/%C3%A9"],
  ["../up", "https://example.com/docs/up"],
  ["//other.example/x", "https://other.example/x"],
  ["?page=2", "https://example.com/docs/a/b?page=2"],
])("%s is %s (fault 38)", (href, expected) => {
  expect(canonicalUrl(href, "https://example.com/docs/a/b")).toBe(expected);
  expect(canonicalUrl(expected)).toBe(expected);
});

it.each([
  "mailto:a@b.example",
  "javascript:void(0)",
  "https://u:p@example.com/",
  "http://[",
  `https://e.com/${"a".repeat(2000)}`,
])("%s is nothing that a crawl reads", (href) => {
  expect(canonicalUrl(href)).toBeNull();
});

it("knows files that are no documents by their extension", () => {
  const assets = ["a.png", "b.CSS", "lib/c.min.js", "d.tar.gz", "e.pdf"];
  const pages = ["a", "a.html", "v1.2", "node.js/", "x?f=a.png", "readme.md", "socket.io/docs"];
  expect([...assets, ...pages].filter((path) => isAsset(`https://example.com/${path}`))).toEqual(assets);
});

it("gives the shapes of one page one twin key", () => {
  const shapes = [
    "/a/b",
    "/a/b/",
    "/a/b.html",
    "/a/b.md",
    "/a/b.mdx",
    "/a/b/index.html",
    "/a/b/index.md",
    "/a/b.html.md",
  ];
  expect(new Set(shapes.map((path) => twinKey(`https://example.com${path}`)))).toEqual(
    new Set(["https://example.com/a/b"]),
  );
  expect(twinKey("https://example.com/a/b?x=1")).not.toBe(twinKey("https://example.com/a/b"));
});
