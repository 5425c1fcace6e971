import { parse } from "yaml";
import { anchorSuffix, Slugger } from "../anchors.ts";
import { cellOf, nodeOf, nodesOf, referenceName, References, textOf } from "./nodes.ts";
import type { Node } from "./nodes.ts";
import { fieldsOf, fieldTable, remarksOf, typeOf } from "./schema-text.ts";

export type ApiDescription = { title: string; description: string | null; markdown: string };

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options", "trace"];
/** Key in the first characters of a document that is worth parsing. */
const LOOKS_LIKE_ONE = /["']?(?:openapi|swagger)["']?\s*:/;
const SNIFFED_CHARACTERS = 20_000;
const MAX_OPERATIONS = 5000;
const MAX_SCHEMAS = 5000;

/**
 * An OpenAPI 3 or Swagger 2 description, in JSON or YAML, as markdown: a section for each operation, with its parameters,
 * body and answers, and one for each schema with its fields. Null for any other document.
 */
export function openApiToMarkdown(text: string): ApiDescription | null {
  if (!LOOKS_LIKE_ONE.test(text.slice(0, SNIFFED_CHARACTERS))) return null;
  const root = nodeOf(parseText(text));
  const version = textOf(root.openapi) || textOf(root.swagger);
  if (!/^[23](?:\.|$)/.test(version)) return null;
  return new ApiWriter(root).write();
}

class ApiWriter {
  readonly #root: Node;
  readonly #references: References;
  readonly #slugger = new Slugger();

  constructor(root: Node) {
    this.#root = root;
    this.#references = new References(root);
  }

  write(): ApiDescription {
    const info = nodeOf(this.#root.info);
    const title = textOf(info.title) || "API";
    const version = textOf(info.version);
    const description = textOf(info.description) || textOf(info.summary) || null;
    const servers = this.#servers();
    const blocks = [
      this.#heading(1, version ? `${title} ${version}` : title),
      ...(description ? [asText(description)] : []),
      ...(servers.length > 0 ? [`Servers: ${servers.map((url) => `\`${url}\``).join(", ")}`] : []),
      ...this.#security(),
      ...this.#operations(servers[0] ?? ""),
      ...this.#schemas(),
    ];
    return {
      title,
      description: description?.split("\n", 1)[0]?.slice(0, 300) ?? null,
      markdown: blocks.join("\n\n"),
    };
  }

  #heading(level: number, words: string): string {
    const shown = words.replaceAll(/\s+/g, " ");
    return `${"#".repeat(level)} ${shown}${anchorSuffix(this.#slugger.slug(shown))}`;
  }

  #servers(): string[] {
    const servers = nodesOf(this.#root.servers).map(({ url }) => textOf(url));
    const host = textOf(this.#root.host);
    const scheme = Array.isArray(this.#root.schemes) ? textOf(this.#root.schemes[0]) : "https";
    if (host) servers.push(`${scheme || "https"}://${host}${textOf(this.#root.basePath)}`);
    return servers.filter(Boolean).slice(0, 10);
  }

  #security(): string[] {
    const schemes = nodeOf(nodeOf(this.#root.components).securitySchemes ?? this.#root.securityDefinitions);
    const lines = Object.entries(schemes).map(([name, value]) => {
      const scheme = this.#references.resolve(value);
      const how = [textOf(scheme.type), textOf(scheme.scheme), textOf(scheme.in), textOf(scheme.name)].filter(
        Boolean,
      );
      return `- \`${name}\`: ${how.join(", ")}${scheme.description ? `. ${cellOf(textOf(scheme.description))}` : ""}`;
    });
    return lines.length > 0 ? [this.#heading(2, "Authentication"), lines.join("\n")] : [];
  }

  #operations(server: string): string[] {
    const blocks: string[] = [];
    let count = 0;
    for (const [path, value] of [
      ...Object.entries(nodeOf(this.#root.paths)),
      ...Object.entries(nodeOf(this.#root.webhooks)),
    ]) {
      const item = this.#references.resolve(value);
      for (const method of METHODS) {
        if (!item[method] || count >= MAX_OPERATIONS) continue;
        count += 1;
        blocks.push(...this.#operation(method.toUpperCase(), path, item, nodeOf(item[method]), server));
      }
    }
    return blocks;
  }

  #operation(method: string, path: string, item: Node, operation: Node, server: string): string[] {
    const summary = textOf(operation.summary) || textOf(item.summary);
    const tags = Array.isArray(operation.tags) ? operation.tags.map(textOf).filter(Boolean) : [];
    const facts = [
      `\`${method} ${server}${path}\``,
      operation.operationId ? `operation \`${textOf(operation.operationId)}\`` : "",
      tags.length > 0 ? `tags: ${tags.join(", ")}` : "",
      operation.deprecated === true ? "**deprecated**" : "",
      this.#needs(operation),
    ];
    const parameters = [...nodesOf(item.parameters), ...nodesOf(operation.parameters)].map((one) =>
      this.#references.resolve(one),
    );
    return [
      this.#heading(2, `${method} ${path}`),
      ...(summary ? [asText(summary)] : []),
      facts.filter(Boolean).join(" · "),
      ...(operation.description ? [asText(textOf(operation.description))] : []),
      ...this.#parameters(parameters.filter((one) => one.in !== "body")),
      ...this.#body(
        operation,
        parameters.find((one) => one.in === "body"),
      ),
      ...this.#responses(operation),
    ];
  }

  #needs(operation: Node): string {
    const needed = operation.security ?? this.#root.security;
    const names = [...new Set(nodesOf(needed).flatMap((one) => Object.keys(one)))];
    return names.length > 0 ? `authentication: ${names.join(" or ")}` : "";
  }

  #parameters(parameters: Node[]): string[] {
    if (parameters.length === 0) return [];
    const rows = parameters.map((parameter) => {
      const schema = parameter.schema ?? parameter;
      const remarks = [
        textOf(parameter.description),
        remarksOf({ ...this.#references.resolve(schema), description: "", title: "" }),
      ];
      return `| \`${cellOf(textOf(parameter.name))}\` | ${textOf(parameter.in)} | ${cellOf(typeOf(schema))} | ${
        parameter.required === true ? "yes" : "no"
      } | ${cellOf(remarks.filter(Boolean).join(" "))} |`;
    });
    return [
      ["| Parameter | In | Type | Required | Description |", "| --- | --- | --- | --- | --- |", ...rows].join(
        "\n",
      ),
    ];
  }

  #body(operation: Node, inParameters: Node | undefined): string[] {
    const body = inParameters ?? this.#references.resolve(operation.requestBody);
    const { media, schema } = inParameters ? { media: "", schema: inParameters.schema } : firstContent(body);
    if (schema === undefined) return [];
    const isRequired = body.required === true ? ", required" : "";
    const description = textOf(body.description);
    return [
      `**Request body** (${[media, typeOf(schema)].filter(Boolean).join(", ")}${isRequired})${description ? `: ${cellOf(description)}` : ""}`,
      ...fieldTable(fieldsOf(schema, this.#references)),
    ];
  }

  #responses(operation: Node): string[] {
    const responses = Object.entries(nodeOf(operation.responses));
    if (responses.length === 0) return [];
    const inPlace: string[] = [];
    const lines = responses.map(([status, value]) => {
      const response = this.#references.resolve(value);
      const { media, schema } = firstContent(response);
      const what = schema ?? response.schema;
      const type = what === undefined ? "" : ` (${[media, typeOf(what)].filter(Boolean).join(", ")})`;
      // A schema with a name is shown under its name, any other here.
      const isNamed = referenceName(what) !== null || referenceName(nodeOf(what).items) !== null;
      if (what !== undefined && !isNamed) {
        const fields = fieldsOf(what, this.#references);
        if (fields.length > 0) inPlace.push(`Fields of the answer ${status}:`, ...fieldTable(fields));
      }
      return `- \`${status}\`${type}: ${cellOf(textOf(response.description))}`;
    });
    return ["**Responses**", lines.join("\n"), ...inPlace];
  }

  #schemas(): string[] {
    const schemas = nodeOf(nodeOf(this.#root.components).schemas ?? this.#root.definitions);
    return Object.entries(schemas)
      .slice(0, MAX_SCHEMAS)
      .flatMap(([name, schema]) => {
        const node = this.#references.resolve(schema);
        const remarks = remarksOf(node);
        return [
          this.#heading(2, `Schema ${name}`),
          `Type: ${typeOf(schema)}`,
          ...(remarks ? [asText(remarks)] : []),
          ...fieldTable(fieldsOf(schema, this.#references)),
        ];
      });
  }
}

/** The schema of the first kind of content, JSON before others. */
function firstContent(node: Node): { media: string; schema: unknown } {
  const kinds = Object.entries(nodeOf(node.content));
  const [media, content] = kinds.find(([kind]) => /\bjson\b/.test(kind)) ?? kinds[0] ?? ["", {}];
  return { media, schema: nodeOf(content).schema };
}

/** Text of a description, with its headings in bold, since the text stands below a heading of ours. */
function asText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(/^#{1,6}\s+(.+)$/gm, "**$1**");
}

function parseText(text: string): unknown {
  try {
    return text.trimStart().startsWith("{")
      ? JSON.parse(text)
      : parse(text, { maxAliasCount: 100, logLevel: "error" });
  } catch {
    return null;
  }
}
