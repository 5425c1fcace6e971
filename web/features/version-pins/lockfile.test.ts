import { expect, it } from "vitest";
import { countPins, lockfileProblem } from "./lockfile.ts";

it.each([
  ["package-lock.json", 900_000],
  ["go.mod", 0],
])("%s of %i bytes can be sent", (name, size) => expect(lockfileProblem({ name, size })).toBeNull());

it.each([
  ["package.json", 10, /^package\.json is not read\. Choose one of package-lock\.json, /],
  ["toString", 10, /is not read/],
  ["uv.lock", 9_000_000, /larger than 8 MiB/],
])("%s of %i bytes cannot be sent", (name, size, problem) =>
  expect(lockfileProblem({ name, size })).toMatch(problem),
);

it("counts the packages of each registry", () => {
  const pins = [
    { ecosystem: "npm" as const, name: "zod", version: "4.1.0" },
    { ecosystem: "npm" as const, name: "hono", version: "4.13.19" },
    { ecosystem: "pypi" as const, name: "requests", version: "2.32.3" },
  ];
  expect(countPins(pins)).toBe("2 of npm and 1 of PyPI");
});
