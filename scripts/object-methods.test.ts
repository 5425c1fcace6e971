import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "#local/root.ts";
import { methodsIn, missingMethods, readKnownMethods, readObjectMethods } from "./object-methods.ts";

/** Migrations up to this one were made before the product was deployed anywhere. */
const LAST_BEFORE_DEPLOY = "0020";

describe("two builds side by side", () => {
  it("find every method of each other's objects, with no more arguments than they send (fault 50)", () => {
    const now = readObjectMethods();
    expect(Object.keys(now).toSorted()).toEqual(
      expect.arrayContaining(["CrawlRun", "CreditCounter", "DocsIndex", "McpSession"]),
    );
    expect(missingMethods(readKnownMethods(), now), "keep the method for one deploy").toEqual([]);
  });

  it("are told apart by a method that is gone, and by one that wants more", () => {
    const before = methodsIn(
      "export class A extends DurableObject<Env> { async one(a: string, b?: number) {} two() {} #own() {} alarm() {} }",
    );
    expect(before).toEqual({ A: { one: 1, two: 0 } });
    const after = methodsIn(
      "export class A extends DurableObject { async one(a: string, b: number, c = 1) {} }",
    );
    expect(missingMethods(before, after)).toEqual(["A.one wants 2 arguments instead of 1", "A.two is gone"]);
    expect(missingMethods(before, before)).toEqual([]);
  });

  it("share a database whose migrations only add, so that the build before goes on (fault 50)", () => {
    const later = globSync("migrations/*.sql", { cwd: ROOT })
      .toSorted()
      .filter((file) => file.slice("migrations/".length) > `${LAST_BEFORE_DEPLOY}_~`);
    const taking = later.filter((file) =>
      /\b(?:DROP\s+(?:TABLE|COLUMN)|RENAME\s+(?:TO|COLUMN))\b/i.test(readFileSync(join(ROOT, file), "utf8")),
    );
    expect(taking, "add the new beside the old, and take the old away one deploy later").toEqual([]);
  });
});
