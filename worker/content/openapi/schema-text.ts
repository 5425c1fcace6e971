import { cellOf, jsonOf, nodeOf, nodesOf, referenceName, textOf } from "./nodes.ts";
import type { Node, References } from "./nodes.ts";

export type Field = { path: string; type: string; isRequired: boolean; description: string };

/** Depth to which objects within objects are shown; a schema with a name is shown under its name. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 80;
const MAX_ENUM = 20;

/** Type of a value, in a few words: `integer (int64)`, `array of Pet`, `"a" or "b"`. */
export function typeOf(schema: unknown): string {
  const name = referenceName(schema);
  if (name !== null) return name;
  const node = nodeOf(schema);
  if (Array.isArray(node.enum)) {
    const shown = node.enum.slice(0, MAX_ENUM).map((value) => jsonOf(value, 60));
    return `${shown.join(" or ")}${node.enum.length > MAX_ENUM ? " or …" : ""}`;
  }
  if ("const" in node) return jsonOf(node.const, 60);
  for (const [key, word] of [
    ["oneOf", " or "],
    ["anyOf", " or "],
    ["allOf", " and "],
  ] as const) {
    const parts = node[key];
    if (Array.isArray(parts) && parts.length > 0) return [...new Set(parts.map(typeOf))].join(word);
  }
  const types = Array.isArray(node.type) ? node.type.map(textOf) : [textOf(node.type)];
  const type = types.filter(Boolean).join(" or ") || (node.properties ? "object" : "any");
  if (type.startsWith("array") && node.items) return `array of ${typeOf(node.items)}`;
  if (type === "object" && Object.keys(nodeOf(node.additionalProperties)).length > 0)
    return `object of ${typeOf(node.additionalProperties)}`;
  const format = textOf(node.format);
  return format ? `${type} (${format})` : type;
}

/** The fields of an object and of the objects within, each under its path, up to `MAX_FIELDS`. */
export function fieldsOf(schema: unknown, references: References): Field[] {
  const fields: Field[] = [];
  collect(references.resolve(schema), "", 0, references, fields);
  return fields;
}

function collect(node: Node, prefix: string, depth: number, references: References, fields: Field[]): void {
  if (depth > MAX_DEPTH) return;
  for (const part of nodesOf(node.allOf))
    collect(references.resolve(part), prefix, depth + 1, references, fields);
  for (const part of [...nodesOf(node.oneOf), ...nodesOf(node.anyOf)])
    if (referenceName(part) === null) collect(part, prefix, depth + 1, references, fields);
  if (node.items && referenceName(node.items) === null)
    collect(
      nodeOf(node.items),
      `${prefix.replace(/\.$/, "")}[].`.replace(/^\[\]\.$/, "[]."),
      depth + 1,
      references,
      fields,
    );
  const required = new Set(Array.isArray(node.required) ? node.required : []);
  for (const [name, property] of Object.entries(nodeOf(node.properties))) {
    if (fields.length >= MAX_FIELDS) return;
    const resolved = references.resolve(property);
    const path = `${prefix}${name}`;
    if (fields.some((field) => field.path === path)) continue;
    fields.push({
      path,
      type: typeOf(property),
      isRequired: required.has(name),
      description: remarksOf(resolved),
    });
    if (referenceName(property) === null) collect(resolved, `${path}.`, depth + 1, references, fields);
  }
}

/** The description of a schema with its other demands. */
export function remarksOf(node: Node): string {
  const limits = [
    node.deprecated === true ? "deprecated" : "",
    node.readOnly === true ? "read only" : "",
    node.writeOnly === true ? "write only" : "",
    node.nullable === true ? "may be null" : "",
    "default" in node ? `default ${jsonOf(node.default)}` : "",
    "minimum" in node ? `at least ${jsonOf(node.minimum)}` : "",
    "maximum" in node ? `at most ${jsonOf(node.maximum)}` : "",
    "maxLength" in node ? `at most ${jsonOf(node.maxLength)} characters` : "",
    "maxItems" in node ? `at most ${jsonOf(node.maxItems)} items` : "",
    "pattern" in node ? `pattern \`${textOf(node.pattern).slice(0, 100)}\`` : "",
    "example" in node ? `example ${jsonOf(node.example, 80)}` : "",
  ].filter(Boolean);
  const description = textOf(node.description) || textOf(node.title);
  return [description, limits.length > 0 ? `(${limits.join(", ")})` : ""].filter(Boolean).join(" ");
}

export function fieldTable(fields: Field[]): string[] {
  if (fields.length === 0) return [];
  return [
    [
      "| Field | Type | Required | Description |",
      "| --- | --- | --- | --- |",
      ...fields.map(
        ({ path, type, isRequired, description }) =>
          `| \`${cellOf(path)}\` | ${cellOf(type)} | ${isRequired ? "yes" : "no"} | ${cellOf(description)} |`,
      ),
    ].join("\n"),
  ];
}
