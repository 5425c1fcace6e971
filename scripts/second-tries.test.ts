import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { failedOfSecondTries } from "./second-tries.ts";

let folder: string;
let record: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docenda-second-tries-"));
  record = join(folder, "cache", "second-tries.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("lets a test have a second try now and then, and not in two runs in a row", () => {
  expect(failedOfSecondTries(["a", "b"], record)).toEqual([]);
  expect(failedOfSecondTries(["b", "c"], record)).toEqual(["b"]);
  expect(failedOfSecondTries([], record)).toEqual([]);
  expect(failedOfSecondTries(["b"], record)).toEqual([]);
});

it("fails all of them when they are more than a few", () => {
  expect(failedOfSecondTries(["a", "b", "c", "d"], record)).toEqual(["a", "b", "c", "d"]);
});

it("begins anew when the record cannot be read", () => {
  failedOfSecondTries(["a"], record);
  writeFileSync(record, "{");
  expect(failedOfSecondTries(["a"], record)).toEqual([]);
});
