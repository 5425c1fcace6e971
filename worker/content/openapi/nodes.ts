/** An object of an API description, of unchecked form. */
export type Node = Record<string, unknown>;

const MAX_REFERENCES = 20;

export function nodeOf(value: unknown): Node {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

export function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.map(nodeOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

/** A value as JSON, for examples and defaults; cut to `maxCharacters`. */
export function jsonOf(value: unknown, maxCharacters = 120): string {
  const json = JSON.stringify(value) ?? "";
  return json.length <= maxCharacters ? json : `${json.slice(0, maxCharacters - 1)}…`;
}

/** A text as one line for a cell of a table. */
export function cellOf(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();
}

/** Follows references within a document; one that leads elsewhere or in a circle gives an empty object. */
export class References {
  readonly #root: Node;

  constructor(root: Node) {
    this.#root = root;
  }

  resolve(value: unknown): Node {
    let node = nodeOf(value);
    for (let step = 0; step < MAX_REFERENCES; step += 1) {
      const pointer = textOf(node.$ref);
      if (pointer === "") return node;
      node = this.#at(pointer);
    }
    return {};
  }

  #at(pointer: string): Node {
    if (!pointer.startsWith("#/")) return {};
    let node: unknown = this.#root;
    for (const part of pointer.slice(2).split("/")) {
      const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
      node = Object.hasOwn(nodeOf(node), name) ? nodeOf(node)[name] : undefined;
    }
    return nodeOf(node);
  }
}

/** The name of a schema that a value refers to; null for a schema in place. */
export function referenceName(value: unknown): string | null {
  const pointer = textOf(nodeOf(value).$ref);
  return pointer === "" ? null : decode(pointer.split("/").at(-1) ?? "");
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
