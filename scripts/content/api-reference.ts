type Schema = {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
};
type Operation = {
  summary?: string;
  description: string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
};
export type OpenApi = { paths: Record<string, Record<string, Operation>> };

/** The operations below a path of an OpenAPI document as markdown: purpose, who may call, and arguments. */
export function apiReference({ paths }: OpenApi, below: string): string {
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith(below))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    );
  return operations
    .map(({ path, method, operation }) =>
      [
        `### ${method.toUpperCase()} ${path}`,
        "",
        [operation.summary, operation.description].filter(Boolean).join(" "),
        ...tableOf(operation),
      ].join("\n"),
    )
    .join("\n\n");
}

function tableOf({ parameters = [], requestBody }: Operation): string[] {
  const body = requestBody?.content["application/json"].schema;
  const needed = new Set(body?.required);
  const rows = [
    ...parameters.map(({ name, in: where, required, schema }) =>
      rowOf(name, schema, required, ` in the ${where}`),
    ),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      rowOf(name, schema, needed.has(name), ""),
    ),
  ];
  return rows.length === 0 ? [] : ["", "| Field | Type | Meaning |", "| --- | --- | --- |", ...rows];
}

function rowOf(name: string, schema: Schema, isRequired: boolean, where: string): string {
  const preset = schema.default === undefined ? "" : `Default \`${JSON.stringify(schema.default)}\`.`;
  const meaning = [schema.description?.replace(/([^.])$/, "$1."), limitsOf(schema), preset]
    .filter(Boolean)
    .join(" ");
  const type = `${typeOf(schema)}${isRequired && schema.default === undefined ? ", required" : ""}${where}`;
  return `| ${[`\`${name}\``, type, meaning].map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
}

function typeOf({ type, enum: words, items, anyOf }: Schema): string {
  if (words) return words.map((word) => `\`${String(word)}\``).join(", ");
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (type === "array")
    return items?.properties ? listOfObjects(items) : `list of ${items ? typeOf(items) : "value"}s`;
  if (type === "string") return "text";
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "true or false";
  return type === "null" ? "null" : "object";
}

function listOfObjects({ properties = {} }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => `\`${name}\` (${typeOf(schema)})`);
  return `list of objects with ${fields.join(" and ")}`;
}

function limitsOf({ minItems, maxItems, maxLength, minimum, maximum }: Schema): string {
  if (maxItems !== undefined) return `${minItems ? `${minItems} to ` : "Up to "}${count(maxItems)} entries.`;
  if (maxLength !== undefined) return `Up to ${count(maxLength)} characters.`;
  // A whole number without a limit of its own has the largest one of JavaScript as limit.
  if (minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${count(minimum)} to ${count(maximum)}.`;
  return "";
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
