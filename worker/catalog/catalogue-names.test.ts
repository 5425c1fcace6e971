import { expect, it } from "vitest";
import { indexNames } from "./catalogue-names.ts";
import { findEntryAt } from "./entry-at.ts";
import type { CatalogueEntry } from "./public-catalogue.ts";
import { testEntry } from "./test-entry.ts";

const QUERY = testEntry("TanStack Query", {
  aliases: ["react-query", "tanstack-query"],
  packages: ["npm:@tanstack/react-query"],
});
const CPP = testEntry("C++ reference", { aliases: ["c++", "cpp"] });
const C = testEntry("C reference");
const REDIS_PY = testEntry("redis-py", { packages: ["pypi:redis"] });
const NODE_REDIS = testEntry("node-redis", { packages: ["npm:redis"] });
const REDIS = testEntry("Redis", { aliases: ["shared"] });
const OTHER = testEntry("Other", { aliases: ["shared"], packages: ["npm:redis"] });

it("finds an entry by what it is called, as people and package managers write it", () => {
  const names = indexNames([QUERY, CPP, C]);
  const written = [
    "TanStack Query",
    "tanstack-query",
    "React Query",
    "npm:@tanstack/react-query",
    "@tanstack/react-query",
    "tanstack/react-query",
  ];
  expect(written.filter((one) => names.find(one) !== QUERY)).toEqual([]);
  expect(names.find("C++")).toBe(CPP);
  const unknown = ["query", "", "c", "@tanstack", "pypi:react-query"];
  expect(unknown.filter((one) => names.find(one) !== null)).toEqual([]);
});

it("a name goes before a package, and what two share means neither", () => {
  const names = indexNames([REDIS_PY, NODE_REDIS, REDIS, OTHER]);
  expect(names.find("redis")).toBe(REDIS);
  expect(names.find("pypi:redis")).toBe(REDIS_PY);
  expect(names.find("npm:redis")).toBeNull();
  expect(names.find("shared")).toBeNull();
  expect(names.othersOf("redis-PY")).toEqual({ aliases: [], packages: [] });
  expect(names.othersOf("redis")).toEqual({ aliases: [], packages: [] });
  expect(names.othersOf("elsewhere")).toBeNull();
  expect(indexNames([QUERY]).othersOf("tanstack query")).toEqual({
    aliases: ["react-query", "tanstack-query"],
    packages: ["@tanstack/react-query"],
  });
});

it("an address belongs to the entry with the deepest folder on its host", () => {
  const web = testEntry("Web", {
    home: "https://www.site.example",
    start: at("https://site.example/llms.txt"),
  });
  const api = testEntry("API", {
    home: "https://site.example/api/",
    start: at("https://site.example/api/v2/"),
  });
  const versioned = testEntry("Versioned", {
    start: at("https://versions.example/en/stable/"),
    home: "https://versions.example/en/stable/",
    versions: { rule: "path", url: "https://versions.example/en/{version}/", current: "5.2" },
  });
  const all = [web, api, versioned];
  const nameAt = (url: string) => findEntryAt(all, url)?.name ?? null;
  expect(nameAt("https://site.example/guide")).toBe("Web");
  expect(nameAt("https://www.site.example/")).toBe("Web");
  expect(nameAt("https://site.example/api")).toBe("API");
  expect(nameAt("https://site.example/api/v1/x")).toBe("API");
  expect(nameAt("https://site.example/apiary")).toBe("Web");
  expect(nameAt("https://versions.example/en/4.0/intro")).toBe("Versioned");
  expect(nameAt("https://versions.example/de/")).toBeNull();
  expect(nameAt("https://elsewhere.example/")).toBeNull();
});

function at(url: string): CatalogueEntry["start"] {
  return { kind: "site", url };
}
