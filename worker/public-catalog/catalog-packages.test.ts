import { expect, it } from "vitest";
import type { PackageEcosystem } from "#schema/values.ts";
import { findPackageEntry, indexPackages, UNCERTAIN_RANK } from "./catalog-packages.ts";
import { testEntry } from "./test-entry.ts";

it.each<[PackageEcosystem, string, string]>([
  ["npm", "next", "Next.js"],
  ["npm", "@angular/core", "Angular"],
  ["npm", "@tanstack/react-query", "TanStack Query"],
  ["pypi", "Django", "Django"],
  ["pypi", "scikit_learn", "scikit-learn"],
  ["cargo", "tokio", "Tokio"],
  ["go", "github.com/gin-gonic/gin", "Gin"],
  ["go", "github.com/labstack/echo/v5", "Echo"],
])("%s:%s is %s", (ecosystem, name, entry) => {
  const found = findPackageEntry(ecosystem, name);
  expect(found?.name).toBe(entry);
  expect(found!.rank).toBeLessThan(UNCERTAIN_RANK);
});

it.each<[PackageEcosystem, string, string]>([
  ["npm", "kafkajs", "Apache Kafka"],
  ["pypi", "torch", "PyTorch"],
])("%s:%s belongs to %s, whose versions may be others", (ecosystem, name, entry) => {
  const found = findPackageEntry(ecosystem, name);
  expect(found?.name).toBe(entry);
  expect(found!.rank).toBeGreaterThanOrEqual(UNCERTAIN_RANK);
});

it("a package of another registry, of two entries or of none is no entry's", () => {
  const shared = { packages: ["npm:shared", "pypi:one"] };
  const find = indexPackages([testEntry("One", shared), testEntry("Two", { packages: ["npm:shared"] })]);
  expect(find("pypi", "one")).toEqual({ name: "One", rank: 1 });
  expect(find("npm", "one")).toBeNull();
  expect(find("npm", "shared")).toBeNull();
  expect(find("cargo", "none")).toBeNull();
});

it("the first of an entry's packages speaks for it, and a major version in a name makes no other", () => {
  const packages = ["go:github.com/gofiber/fiber/v2", "go:github.com/gofiber/fiber/v3", "npm:fiber"];
  const find = indexPackages([testEntry("Fiber", { packages })]);
  expect(find("go", "github.com/gofiber/fiber")).toEqual({ name: "Fiber", rank: 0 });
  expect(find("npm", "fiber")).toEqual({ name: "Fiber", rank: 2 });
});
