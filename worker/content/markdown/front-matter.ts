import { parse } from "yaml";

export type FrontMatter = { title: string | null; description: string | null; noIndex: boolean };

const yamlBlock = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const tomlBlock = /^\+\+\+[ \t]*\n([\s\S]*?)\n\+\+\+[ \t]*(?:\n|$)/;

/** Limit on front matter: a longer block is text. */
const MAX_LENGTH = 20_000;

/** Front matter and the text after it. */
export function splitFrontMatter(text: string): { frontMatter: FrontMatter; body: string } {
  const start = text.slice(0, MAX_LENGTH);
  const block = yamlBlock.exec(start) ?? tomlBlock.exec(start);
  if (!block) return { frontMatter: { title: null, description: null, noIndex: false }, body: text };
  const source = block[1] ?? "";
  return { frontMatter: readFields(source, readYaml(source)), body: text.slice(block[0].length) };
}

function readFields(source: string, fields: Record<string, unknown>): FrontMatter {
  return {
    title: words(fields.title) ?? findLine(source, "title") ?? words(fields.display),
    description: words(fields.description) ?? findLine(source, "description") ?? words(fields.oneline),
    noIndex: fields.noindex === true || fields.noIndex === true,
  };
}

/** Fields of front matter in YAML; empty for TOML, templates (`{{ title }}`), tabs and bare colons, which are common and no YAML. */
function readYaml(source: string): Record<string, unknown> {
  try {
    const value: unknown = parse(source, { logLevel: "silent", uniqueKeys: false });
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function findLine(source: string, field: string): string | null {
  const value = new RegExp(`^${field}[ \\t]*[:=](.*)`, "m").exec(source)?.[1]?.trim() ?? "";
  return words(/^"(.+)"$/.exec(value)?.[1] ?? /^'(.+)'$/.exec(value)?.[1] ?? value);
}

function words(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return String(value).replaceAll(/\s+/g, " ").trim() || null;
}
