import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeRooms, listImports, readTable, roomsOf, sortRooms } from "./rooms.ts";
import type { Import } from "./rooms.ts";

const ROOT = process.cwd();

test.for(["worker", "web"] as const)("the rooms of %s/ import what docs/architecture.md allows", (tree) => {
  const imports = listImports(ROOT, tree);
  const allowed = new Map(
    readTable(ROOT, tree)
      .split("\n")
      .map((line) => line.split(" -> "))
      .map(([room = "", below = ""]) => [room, new Set(below.split(" "))]),
  );
  const outside = imports.filter((one) =>
    [...roomsOf([one])].some(([from, below]) => [...below].some((room) => !allowed.get(from)?.has(room))),
  );
  expect(outside).toEqual([]);
  // Edges that are gone leave the table, or it would allow them again. \`node scripts/rooms.ts\` writes it.
  expect(readTable(ROOT, tree)).toBe(describeRooms(roomsOf(imports)));
});

test("a planted import in the other direction, straight or in a circle, leaves no order of the rooms", () => {
  const imports = listImports(ROOT, "worker");
  const planted = (file: string, to: string): Import[] => [...imports, { file, to }];
  expect(sortRooms(roomsOf(imports))).not.toBeNull();
  expect(sortRooms(roomsOf(planted("worker/search/a.ts", "worker/calls/b.ts")))).toBeNull();
  expect(sortRooms(roomsOf(planted("worker/content/a.ts", "worker/mcp/b.ts")))).toBeNull();
  const edge = planted("worker/search/a.ts", "worker/mail/b.ts");
  expect(describeRooms(roomsOf(edge))).not.toBe(readTable(ROOT, "worker"));
});

test("every form of an import is seen", () => {
  const files = listImports(ROOT, "web").filter(({ file }) => file === "web/page-modules.ts");
  expect(files.map(({ to }) => to)).toContain("web/pages/site/home-page.tsx");
});

/** Imports that `services.ts` needs to pick or name objects: adapters of other people's servers, and the pure words of an owner. */
const ADAPTERS = /^(?:\.|#worker)\/(?:platform\/|billing\/stripe\.ts|tenancy\/owner\.ts)/;

test("what every room may import knows the rooms by type alone", () => {
  for (const file of ["worker/context.ts", "worker/services.ts", "worker/errors.ts"]) {
    const code = readFileSync(file, "utf8");
    const values = [...code.matchAll(/^import (?!type )[^;]*?from "([^"]+)"/gm)].map(([, to]) => to!);
    const rooms = values.filter((to) => /^(?:\.\/|#worker\/)[^/]+\//.test(to) && !ADAPTERS.test(to));
    expect([file, rooms]).toEqual([file, []]);
  }
});
