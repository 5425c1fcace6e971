import { isDeepStrictEqual } from "node:util";
import { applyEdits, modify, parse as parseJson } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { isMap, parseDocument } from "yaml";
import { SERVER_NAME } from "#web/features/install/install.ts";
import { renderConfig } from "#web/features/install/render-config.ts";
import type { Config, ConfigLanguage } from "#web/features/install/render-config.ts";

/** A settings file that is not in the language its name says, or that we cannot change without a loss. */
export class NotEditable extends Error {}

/**
 * The text of a settings file with our server in it, or without it where `config` is null. `shape` is the configuration as the
 * instructions have it, which tells where in the file the server stands. All else of the file stays as it is, comments and order too.
 * Throws NotEditable when the rest of the file cannot be kept.
 */
export function editConfig(text: string, language: ConfigLanguage, shape: Config, isWanted: boolean): string {
  const path = pathOfServer(shape);
  if (path === null) throw new NotEditable("the form of this file isn't known");
  switch (language) {
    case "json":
    case "jsonc":
      return editJson(text, path, shape, isWanted);
    case "toml":
      return editToml(text, path, shape, isWanted);
    case "yaml":
      return editYaml(text, path, shape, isWanted);
    default:
      return language satisfies never;
  }
}

function editJson(text: string, path: string[], shape: Config, isWanted: boolean): string {
  if (text.trim() === "") return isWanted ? `${renderConfig(shape, "json")}\n` : text;
  const problems: ParseError[] = [];
  const before: unknown = parseJson(text, problems, { allowTrailingComma: true });
  if (problems.length > 0 || !isTable(before)) throw new NotEditable("it isn't valid JSON");
  requireTables(before, path);
  const wanted = isWanted ? at(shape, path) : undefined;
  if (isDeepStrictEqual(at(before, path), wanted)) return text;
  const edits = modify(text, path, wanted, {});
  return applyEdits(
    text,
    isWanted ? edits.map((edit) => ({ ...edit, content: laidOut(text, before, path, wanted) })) : edits,
  );
}

/**
 * The server's entry as put into the file, on lines and with the indentation of the file. The library would lay out the text around it
 * too, and the rest of the file is to stay as it is.
 */
function laidOut(text: string, before: unknown, path: string[], wanted: unknown): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const [, indent = "  "] = /^([ \t]+)\S/m.exec(text) ?? [];
  const lines = (value: unknown, depth: number) =>
    JSON.stringify(value, null, indent).replaceAll("\n", eol + indent.repeat(depth));
  if (at(before, path) !== undefined) return lines(wanted, path.length);
  let depth = 1;
  while (at(before, path.slice(0, depth)) !== undefined) depth += 1;
  const value = path.slice(depth).reduceRight((inner: unknown, key) => ({ [key]: inner }), wanted);
  const property = `${eol}${indent.repeat(depth)}${JSON.stringify(path[depth - 1])}: ${lines(value, depth)}`;
  const isFirst = Object.keys(at(before, path.slice(0, depth - 1)) as object).length === 0;
  return isFirst ? property + eol + indent.repeat(depth - 1) : `,${property}`;
}

/** The TOML file after the change. Our tables begin with their header and end with the next one; whole, they move to the end. */
function editToml(text: string, path: string[], shape: Config, isWanted: boolean): string {
  const before = readToml(text);
  requireTables(before, path);
  const wanted = isWanted ? at(shape, path) : undefined;
  if (isDeepStrictEqual(at(before, path), wanted)) return text;
  const header = path.join(".");
  const kept: string[] = [];
  let isOurs = false;
  for (const line of text.split("\n")) {
    const name = /^\s*\[([^[\]]+)\]/.exec(line)?.[1]?.replaceAll(/[\s"']/g, "");
    if (name !== undefined) isOurs = name === header || name.startsWith(`${header}.`);
    else if (/^\s*\[\[/.test(line)) isOurs = false;
    if (!isOurs) kept.push(line);
  }
  const rest = kept.join("\n");
  const after = isWanted
    ? `${rest.trimEnd()}${rest.trim() === "" ? "" : "\n\n"}${renderConfig(shape, "toml")}\n`
    : rest;
  // The change is checked: a line-by-line reader can get text over several lines and inline tables wrong.
  if (!isDeepStrictEqual(withServer(readToml(after), path, undefined), withServer(before, path, undefined)))
    throw new NotEditable("it is written in a way that can't be changed safely");
  if (!isDeepStrictEqual(at(readToml(after), path), wanted))
    throw new NotEditable("it is written in a way that can't be changed safely");
  return after;
}

function readToml(text: string): Config {
  try {
    // A copy as plain objects, which compare with plain objects.
    return JSON.parse(JSON.stringify(parseToml(text))) as Config;
  } catch (cause) {
    throw new NotEditable("it isn't valid TOML", { cause });
  }
}

function editYaml(text: string, path: string[], shape: Config, isWanted: boolean): string {
  const document = parseDocument(text);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents)))
    throw new NotEditable("it isn't valid YAML");
  const before: unknown = document.toJS() ?? {};
  requireTables(before, path);
  const wanted = isWanted ? at(shape, path) : undefined;
  if (isDeepStrictEqual(at(before, path), wanted)) return text;
  if (wanted === undefined) document.deleteIn(path);
  else document.setIn(path, document.createNode(wanted));
  return document.toString({ lineWidth: 0 });
}

/** Throws unless every key on the path to our server is a table or absent: any other value is the person's own and would be lost. */
function requireTables(config: unknown, path: string[]): void {
  let current = config;
  for (const key of path.slice(0, -1)) {
    if (current === undefined) return;
    if (!isTable(current)) throw new NotEditable(`\`${key}\` isn't a list of servers`);
    current = current[key];
  }
  if (current !== undefined && !isTable(current))
    throw new NotEditable(`\`${path.at(-2)}\` isn't a list of servers`);
}

/** The path to our server in a configuration: the first key of its name, from the top. */
function pathOfServer(config: Config): string[] | null {
  for (const [key, value] of Object.entries(config)) {
    if (key === SERVER_NAME) return [key];
    const below = isTable(value) ? pathOfServer(value) : null;
    if (below) return [key, ...below];
  }
  return null;
}

function at(config: unknown, path: string[]): unknown {
  return path.reduce<unknown>((current, key) => (isTable(current) ? current[key] : undefined), config);
}

/** A copy with another value for the server. Tables that only held it are left out, as a file may or may not have them. */
function withServer(config: Config, [key = "", ...rest]: string[], value: undefined): Config {
  const { [key]: below, ...others } = config;
  if (rest.length === 0 || !isTable(below)) return others;
  const left = withServer(below, rest, value);
  return Object.keys(left).length === 0 ? others : { ...others, [key]: left };
}

function isTable(value: unknown): value is Config {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
