import { expect, it } from "vitest";
import { indexNames } from "./catalog-names.ts";
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
