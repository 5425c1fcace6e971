import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

function objectsOf(file: string, pattern: RegExp): string[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return [...text.matchAll(pattern)].map(([, name]) => name!).toSorted();
}

it("the worker with limits has every Durable Object of the worker", () => {
  const objects = objectsOf("../worker/index.ts", /^export \{ (\w+) \} from/gm);
  expect(objects).toContain("SiteGrade");
  expect(objectsOf("../worker/local/limits/worker.ts", /^export const (\w+) = limitedObject/gm)).toEqual(
    objects,
  );
});
