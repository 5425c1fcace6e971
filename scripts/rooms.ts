/**
 * The graph of rooms: which folder of worker/ and web/ imports which other. docs/architecture.md has the graph as a table,
 * lowest room first; `node scripts/rooms.ts` writes that table anew, and a test fails while the page has another one.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** Rooms, each with the rooms that it imports. */
export type Rooms = Map<string, Set<string>>;
export type Import = { file: string; to: string };

const TREES = ["worker", "web"] as const;
export type Tree = (typeof TREES)[number];

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g;
const PAGE = "docs/architecture.md";

/** Every import between two files of a tree, by type as well as by value, lazy ones too. Tests may import what they need. */
export function listImports(root: string, tree: Tree): Import[] {
  return sourceFiles(root, tree).flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8");
    return [...code.matchAll(IMPORT)].flatMap(([, name = ""]) => {
      const to = name.startsWith(".") ? normalize(join(dirname(file), name)) : name.replace(/^#/, "");
      return to.startsWith(`${tree}/`) ? [{ file, to }] : [];
    });
  });
}

/** The imports between rooms. Files of the tree itself, such as `worker/index.ts`, are above or below all rooms and belong to none. */
export function roomsOf(imports: readonly Import[]): Rooms {
  const rooms: Rooms = new Map();
  for (const { file, to } of imports) {
    const [from, target] = [roomOf(file), roomOf(to)];
    if (from !== null && !rooms.has(from)) rooms.set(from, new Set());
    if (target !== null && !rooms.has(target)) rooms.set(target, new Set());
    if (from !== null && target !== null && from !== target) rooms.get(from)!.add(target);
  }
  return rooms;
}

/** The room of a file: a folder of the worker, and in the web a folder or one of its features. */
function roomOf(file: string): string | null {
  const [tree, room, inner, ...deeper] = file.split("/");
  if (inner === undefined || room === undefined) return null;
  return tree === "web" && room === "features" && deeper.length > 0 ? `features/${inner}` : room;
}

/** The rooms, each after those that it imports, and by name where the order is free; null when some import each other in a circle. */
export function sortRooms(rooms: Rooms): string[] | null {
  const sorted: string[] = [];
  const waiting = new Set([...rooms.keys()].toSorted());
  while (waiting.size > 0) {
    const next = [...waiting].find((room) => ![...rooms.get(room)!].some((below) => waiting.has(below)));
    if (next === undefined) return null;
    waiting.delete(next);
    sorted.push(next);
  }
  return sorted;
}

/** The lines of the table: a room, and its imports. */
export function describeRooms(rooms: Rooms): string {
  const sorted = sortRooms(rooms);
  if (sorted === null) throw new Error("Rooms import each other: there is no order of them.");
  return sorted
    .map((room) => {
      const below = [...rooms.get(room)!].toSorted();
      return below.length === 0 ? room : `${room} -> ${below.join(" ")}`;
    })
    .join("\n");
}

/** The tables in the page. */
export function readTable(root: string, tree: Tree): string {
  return tableOf(tree).exec(readFileSync(join(root, PAGE), "utf8"))?.[1] ?? "";
}

function tableOf(tree: Tree): RegExp {
  return new RegExp(`(?<=\`\`\`rooms of ${tree}/\\n)([^\`]*)(?=\\n\`\`\`)`);
}

function sourceFiles(root: string, tree: Tree): string[] {
  return readdirSync(join(root, tree), { recursive: true, encoding: "utf8" })
    .map((file) => join(tree, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .toSorted();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.cwd();
  let page = readFileSync(join(root, PAGE), "utf8");
  for (const tree of TREES)
    page = page.replace(tableOf(tree), () => describeRooms(roomsOf(listImports(root, tree))));
  writeFileSync(join(root, PAGE), page);
}
