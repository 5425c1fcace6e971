import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { cachedFile } from "./cached-file.ts";

it("makes a file once for what it is made of, whole or not at all, in the place of an older one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docenda-cache-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let made = 0;
  const get = (name: string, digest: string) =>
    cachedFile(join(folder, "lab"), name, digest, async (path) => {
      made += 1;
      writeFileSync(path, `${name} of ${digest}`);
    });
  const first = await get("zod", "aa01");
  expect(await get("zod", "aa01")).toBe(first);
  expect([made, readFileSync(first, "utf8")]).toEqual([1, "zod of aa01"]);
  await get("zod-mini", "aa01");
  const broken = cachedFile(join(folder, "lab"), "zod", "bb02", async (path) => {
    writeFileSync(path, "half");
    throw new Error("stopped");
  });
  await expect(broken).rejects.toThrow("stopped");
  expect(readdirSync(join(folder, "lab")).toSorted()).toEqual(["zod-aa01.sqlite", "zod-mini-aa01.sqlite"]);
  expect(readFileSync(await get("zod", "bb02"), "utf8")).toBe("zod of bb02");
  expect(made).toBe(3);
  expect(readdirSync(join(folder, "lab")).toSorted()).toEqual(["zod-bb02.sqlite", "zod-mini-aa01.sqlite"]);
});
