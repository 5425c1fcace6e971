import { expect, it } from "vitest";
import { indexAddresses } from "./entry-at.ts";
import type { CatalogEntry } from "./public-catalog.ts";
import { testEntry } from "./test-entry.ts";

it("an address belongs to the entry with the deepest folder on its host", () => {
  const web = testEntry("Web", {
    home: "https://www.site.example",
    start: site("https://site.example/llms.txt"),
  });
  const api = testEntry("API", {
    home: "https://site.example/api/",
    start: site("https://site.example/api/v2/"),
  });
  const versioned = testEntry("Versioned", {
    start: site("https://versions.example/en/stable/"),
    home: "https://versions.example/en/stable/",
    versions: { rule: "path", url: "https://versions.example/en/{version}/", current: "5.2" },
  });
  const both = testEntry("Another API", { home: "https://site.example/api" });
  const at = indexAddresses([web, api, both, versioned]);
  const namesAt = (url: string) => at(url).map(({ name }) => name);
  expect(namesAt("https://site.example/guide")).toEqual(["Web"]);
  expect(namesAt("https://www.site.example/")).toEqual(["Web"]);
  expect(namesAt("https://site.example/api")).toEqual(["API", "Another API"]);
  expect(namesAt("https://site.example/api/v2")).toEqual(["API"]);
  expect(namesAt("https://site.example/api/v1/x")).toEqual(["API", "Another API"]);
  expect(namesAt("https://site.example/apiary")).toEqual(["Web"]);
  expect(namesAt("https://versions.example/en/4.0/intro")).toEqual(["Versioned"]);
  expect(namesAt("https://versions.example/de/")).toEqual([]);
  expect(namesAt("https://elsewhere.example/")).toEqual([]);
  // Addresses that are not on the host, however it is written, or not on the web.
  for (const url of [
    "https://site.example.evil.test/",
    "https://evil.test/site.example/",
    "https://site.example@evil.test/",
    "https://site.example:8443/",
    "ftp://site.example/",
    "pdf://site.example/",
    "site.example",
    "",
  ])
    expect(namesAt(url)).toEqual([]);
  expect(namesAt("http://SITE.example:80/guide?version=2#top")).toEqual(["Web"]);
});

function site(url: string): CatalogEntry["start"] {
  return { kind: "site", url };
}
