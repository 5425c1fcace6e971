import { expect, it } from "vitest";
import { namesSource } from "./named-sources.ts";

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
])("%s / %s: %s", (question, name, expected) => {
  expect(namesSource(question, name)).toBe(expected);
});
