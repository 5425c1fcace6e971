/**
 * The calls between two builds: the public methods of Durable Objects, which during a deploy may be of the build before or
 * after. `node scripts/object-methods.ts` writes the methods of a deploy to scripts/object-methods.json; a test fails when the
 * next build lacks one of them, or wants more arguments. A method that nothing calls any more is removed one deploy later.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { ROOT } from "#local/root.ts";

/** The methods of each class, with the number of arguments that each must be given. */
export type ObjectMethods = Record<string, Record<string, number>>;

const FILE = join(ROOT, "scripts/object-methods.json");
/** Methods that the platform itself calls. */
const HANDLERS = new Set([
  "constructor",
  "alarm",
  "fetch",
  "webSocketMessage",
  "webSocketClose",
  "webSocketError",
]);

type Node = {
  type: string;
  body?: Node[] | Node;
  declaration?: Node | null;
  superClass?: { name?: string } | null;
  id?: { name: string } | null;
  key?: { type: string; name: string };
  kind?: string;
  accessibility?: string | null;
  static?: boolean;
  value?: { params: { type: string; optional?: boolean }[] };
};

/** The public methods of the classes of a file that extend DurableObject. */
export function methodsIn(code: string): ObjectMethods {
  const found: ObjectMethods = {};
  const program = parseAst(code, { lang: "ts" }) as unknown as { body: Node[] };
  for (const statement of program.body) {
    const declared = statement.declaration ?? statement;
    if (declared.type !== "ClassDeclaration" || declared.superClass?.name !== "DurableObject") continue;
    const members = ((declared.body as Node).body as Node[]).filter(isPublicMethod);
    found[declared.id!.name] = Object.fromEntries(
      members.map((member) => [member.key!.name, requiredOf(member)]),
    );
  }
  return found;
}

function isPublicMethod({ type, kind, key, accessibility, static: isStatic }: Node): boolean {
  return (
    type === "MethodDefinition" &&
    kind === "method" &&
    !isStatic &&
    key?.type === "Identifier" &&
    (accessibility ?? "public") === "public" &&
    !HANDLERS.has(key.name)
  );
}

function requiredOf({ value }: Node): number {
  const params = value?.params ?? [];
  const optional = params.findIndex(
    ({ type, optional: isOptional }) => type === "AssignmentPattern" || type === "RestElement" || isOptional,
  );
  return optional < 0 ? params.length : optional;
}

/** The public methods of all Durable Objects of the worker. */
export function readObjectMethods(): ObjectMethods {
  const files = globSync("worker/**/*.ts", { cwd: ROOT }).filter((file) => !file.endsWith(".test.ts"));
  const found = files.toSorted().map((file) => methodsIn(readFileSync(join(ROOT, file), "utf8")));
  return Object.assign({}, ...found) as ObjectMethods;
}

/** The methods as they were when the file was last written. */
export function readKnownMethods(): ObjectMethods {
  return JSON.parse(readFileSync(FILE, "utf8")) as ObjectMethods;
}

/** Methods or arguments that a caller of the known methods would miss; empty when both builds understand each other. */
export function missingMethods(known: ObjectMethods, now: ObjectMethods): string[] {
  return Object.entries(known).flatMap(([name, methods]) =>
    Object.entries(methods).flatMap(([method, required]) => {
      const wanted = now[name]?.[method];
      if (wanted === undefined) return [`${name}.${method} is gone`];
      return wanted > required ? [`${name}.${method} wants ${wanted} arguments instead of ${required}`] : [];
    }),
  );
}

if (import.meta.main) writeFileSync(FILE, `${JSON.stringify(readObjectMethods(), null, 2)}\n`);
