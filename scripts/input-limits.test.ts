import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { expect, it } from "vitest";

/**
 * All input from outside is judged by a zod schema, be it the body of a request, the argument of a tool or the answer of
 * another service. Work that depends on an input's length is as long as its sender likes, unless the schema limits that length.
 */

const root = fileURLToPath(new URL("..", import.meta.url));

/** Kinds of schemas whose values may be of any length. */
const UNLIMITED = new Set(["string", "array", "email", "url", "record", "base64", "map", "set"]);
/** Methods that limit the length. */
const LIMITS = new Set(["max", "length"]);
/** Methods that limit a record: it has as many entries as its refinement lets pass. */
const LIMITS_OF_RECORD = new Set(["superRefine", "refine"]);

type Node = { type?: string; start?: number; [key: string]: unknown };

/** The places of schemas without a limit in a module, each as a line and the schema's kind. */
function unlimitedSchemas(code: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, chain: string[]): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach((child) => visit(child, []));
    const { type, callee, ...rest } = node as Node;
    if (type === "CallExpression") {
      const {
        type: kind,
        object,
        property,
      } = callee as Node & { object?: Node; property?: { name?: string } };
      const name = kind === "MemberExpression" ? (property?.name ?? "") : "";
      const isSchema = object?.type === "Identifier" && object.name === "z" && UNLIMITED.has(name);
      const limits = name === "record" ? LIMITS_OF_RECORD : LIMITS;
      if (isSchema && !chain.some((method) => limits.has(method)))
        found.push(`${code.slice(0, Number(rest.start)).split("\n").length}: z.${name}`);
      if (kind === "MemberExpression") visit(object, [...chain, name]);
      else visit(callee, []);
      visit(rest.arguments, []);
      return;
    }
    if (type === "MemberExpression") return visit(rest.object, chain);
    for (const child of Object.values(rest)) visit(child, []);
  };
  visit(parseAst(code, { lang: "ts" }), []);
  return found;
}

it("every string and list that comes from outside has a limit", async () => {
  const found: string[] = [];
  let schemas = 0;
  for await (const file of glob("worker/**/*.ts", { cwd: root })) {
    if (/\.test\.ts$|\.workers\.ts$|\.d\.ts$/.test(file)) continue;
    const code = readFileSync(root + file, "utf8");
    if (!code.includes('"zod')) continue;
    schemas += code.split("z.string(").length - 1;
    found.push(...unlimitedSchemas(code).map((place) => `${file}:${place}`));
  }
  expect(found).toEqual([]);
  expect(schemas).toBeGreaterThan(80);
});

it("finds those that have none", () => {
  const code = `
    const a = z.object({ one: z.string().trim().min(1), two: z.array(z.string().max(3)).optional() });
    const b = z.array(z.string().max(9)).max(2).and(z.string().max(4));
    const c = z.string().trim().toLowerCase().max(10).pipe(z.email());`;
  expect(unlimitedSchemas(code)).toEqual(["2: z.string", "2: z.array", "4: z.email"]);
});
