import { expect, it } from "vitest";
import { indexNames } from "./catalogue-names.ts";
import { namesSource, phrasesOf } from "./named-sources.ts";

it.each([
  ["how do I use Zod with forms", "zod", true],
  ["node.js stream backpressure", "Node.js docs", true],
  ["nodejs stream", "Node.js documentation", true],
  ["tanstack react query retry", "@tanstack/react-query", true],
  ["drizzle-orm migrations", "drizzle-orm", true],
  ["PostgreSQL 15 manual vacuum", "PostgreSQL 15", true],
  ["postgresql vacuum", "PostgreSQL 15", true],
  ["postgres vacuum", "PostgreSQL 15", true],
  ["k8s rolling update", "kubernetes", true],
  ["vue js watchers", "vue", true],
  ["node of a tree", "Node.js docs", false],
  ["reactive streams", "react", false],
  ["explain vacuum", "PostgreSQL 15", false],
  ["the docs are wrong", "docs", true],
  ["what is 15", "15", false],
  // By an alias or a package of the public catalogue.
  ['import { useQuery } from "@tanstack/react-query"', "TanStack Query", true],
  ["react-query retry", "tanstack query", true],
  ["from django.db import models", "Django", true],
  ["import next/image", "Next.js", true],
  ["k8s rolling update", "Kubernetes", true],
  ["react-dom hydration error", "React", true],
  ["a query that retries", "TanStack Query", false],
  ["golang generics", "Go", true],
  ["how do I go about it", "Go", false],
  ["click the express checkout button", "Express", false],
  ["express session cookie", "Express", true],
  ["vite.config.ts alias", "TypeScript", false],
])("%s / %s: %s", (question, name, expected) => {
  expect(namesSource(question, name)).toBe(expected);
});

it("a source of a name that no entry has is known by that name alone, a common word or not", () => {
  const catalogue = indexNames([]);
  expect(phrasesOf("click", catalogue)).toEqual([
    { first: "click", text: " click ", isCommon: false, isSpoken: true, isPackage: false },
  ]);
});
