import { describe, expect, it } from "vitest";
import { decodeText, mediaTypeOf } from "./decode-page.ts";

function bytes(...parts: (string | number[])[]): Uint8Array {
  return new Uint8Array(
    parts.flatMap((part) => (typeof part === "string" ? Array.from(part, (c) => c.charCodeAt(0)) : part)),
  );
}

describe("charset", () => {
  it.each([
    [
      "the header wins over the mark and the meta element",
      bytes("<meta charset=utf-8>", [0xe9]),
      "text/html; charset=iso-8859-1",
      "é",
    ],
    ["a quoted header", bytes([0x83, 0x65]), 'text/html; charset="Shift_JIS"', "テ"],
    ["a mark of UTF-16, little end first", bytes([0xff, 0xfe, 0xe9, 0x00]), "text/html", "é"],
    ["a mark of UTF-16, big end first", bytes([0xfe, 0xff, 0x00, 0xe9]), null, "é"],
    [
      "a mark of UTF-8 over a wrong meta element",
      bytes([0xef, 0xbb, 0xbf], "<meta charset=shift_jis>", [0xc3, 0xa9]),
      "text/html",
      "é",
    ],
    ["a meta element", bytes('<meta charset="windows-1251">', [0xe9]), "text/html", "й"],
    [
      "a meta element of the old kind",
      bytes('<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', [0xa4, 0xa2]),
      "text/html",
      "あ",
    ],
    [
      "an XML declaration",
      bytes('<?xml version="1.0" encoding="iso-8859-1"?>', [0xe9]),
      "application/xhtml+xml",
      "é",
    ],
    ["a meta element that claims UTF-16", bytes("<meta charset=utf-16>", [0xc3, 0xa9]), "text/html", "é"],
    ["nothing said", bytes([0xc3, 0xa9]), "text/html", "é"],
    ["a label that nobody knows", bytes([0xc3, 0xa9]), "text/html; charset=klingon", "é"],
    ["bytes that are no UTF-8", bytes("a", [0xff, 0xc3], "b"), "text/html", "a\uFFFD\uFFFDb"],
    ["NULs", bytes("a", [0, 0], "b"), "text/plain", "ab"],
  ])("%s (fault 39)", (_what, page, contentType, end) => {
    expect(decodeText(page, contentType)).toMatch(new RegExp(`${end}$`));
  });
});

describe("media type", () => {
  it.each([
    ["text/html; charset=utf-8", "/a", "text/html"],
    ["application/xhtml+xml", "/a", "text/html"],
    ["text/markdown", "/a", "text/markdown"],
    ["text/markdown", "/a.mdx", "text/mdx"],
    ["text/mdx", "/a", "text/mdx"],
    ["text/plain; charset=utf-8", "/a.md", "text/markdown"],
    ["text/plain", "/a.mdx", "text/mdx"],
    ["text/plain", "/LICENSE", "text/plain"],
    ["text/plain", "/a.constructor", "text/plain"],
    [null, "/a.html", "text/html"],
    ["application/octet-stream", "/a.md", "text/markdown"],
    ["application/octet-stream", "/a", null],
    [null, "/a", null],
    ["image/png", "/a.html", null],
    ["application/pdf", "/a", null],
    ["application/json", "/a", null],
    ["text/plain", "/guide.rst", "text/x-rst"],
    ["text/x-rst", "/guide", "text/x-rst"],
    ["text/plain; charset=utf-8", "/guide.adoc", "text/asciidoc"],
    ["application/json", "/tour.ipynb", "application/x-ipynb+json"],
    ["application/json", "/api/openapi.json", "application/vnd.oai.openapi"],
    ["text/plain", "/specs/petstore-openapi.yaml", "application/vnd.oai.openapi"],
    ["application/yaml", "/swagger-v2.yml", "application/vnd.oai.openapi"],
    ["application/json", "/v3/api-docs", "application/vnd.oai.openapi"],
    ["application/vnd.oai.openapi+json;version=3.1", "/a", "application/vnd.oai.openapi"],
    ["application/yaml", "/config.yml", null],
    ["application/json", "/openapi/search-index.json", null],
    ["text/css", "/a", null],
  ])("%s at %s is %s", (contentType, path, expected) => {
    expect(mediaTypeOf(contentType, `https://example.com${path}`)).toBe(expected);
  });
});
