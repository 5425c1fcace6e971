import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("docs/operations.md explains log lines that the worker writes", () => {
  const page = readFileSync("docs/operations.md", "utf8");
  const table = page.slice(page.indexOf("## What log lines mean"));
  const lines = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, line]) => line!),
  );
  expect(lines.length).toBeGreaterThan(10);
  const code = globSync("worker/**/*.ts", { exclude: ["**/*.test.ts"] })
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  expect(lines.filter((line) => !new RegExp(`log\\.(?:error|warn)\\(\\s*"${line}"`).test(code))).toEqual([]);
});
