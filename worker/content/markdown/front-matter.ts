import { parse } from "yaml";

export type FrontMatter = { title: string | null; description: string | null; noIndex: boolean };

const block = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const tomlBlock = /^\+\+\+[ \t]*\n([\s\S]*?)\n\+\+\+[ \t]*(?:\n|$)/;

/** Longer ones are not front matter. */
const MAX_LENGTH = 20_000;

/** Front matter and the text after it. What cannot be read as YAML (or as lines of TOML) is dropped all the same. */
export function splitFrontMatter(text: string): { frontMatter: FrontMatter; body: string } {
  const start = text.slice(0, MAX_LENGTH);
  const yaml = block.exec(start);
  if (yaml) return { frontMatter: readFields(readYaml(yaml[1] ?? "")), body: text.slice(yaml[0].length) };
  const toml = tomlBlock.exec(start);
  if (toml) return { frontMatter: readFields(readToml(toml[1] ?? "")), body: text.slice(toml[0].length) };
  return { frontMatter: readFields({}), body: text };
}

function readYaml(source: string): Record<string, unknown> {
  try {
    const value: unknown = parse(source);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    // Templates (`{{ title }}`) and tabs are common in front matter, and no YAML.
    return Object.fromEntries(
      [...source.matchAll(/^(\w+):[ \t]*["']?(.*?)["']?[ \t]*$/gm)].map((field) => [field[1], field[2]]),
    );
  }
}

function readToml(source: string): Record<string, unknown> {
  return Object.fromEntries(
    [...source.matchAll(/^(\w+)[ \t]*=[ \t]*["'](.*?)["'][ \t]*$/gm)].map((field) => [field[1], field[2]]),
  );
}

function readFields(fields: Record<string, unknown>): FrontMatter {
  return {
    title: wordsOf(fields.title),
    description: wordsOf(fields.description),
    noIndex: fields.noindex === true || fields.noIndex === true,
  };
}

function wordsOf(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return String(value).replaceAll(/\s+/g, " ").trim() || null;
}
