import type { ParseArgsOptionsConfig } from "node:util";
import { CliError } from "./cli-error.ts";
import { EXIT } from "./exit-codes.ts";
import type { Exit } from "./exit-codes.ts";

/** What a command gets from outside, so that a test can be the outside. */
export type Outside = {
  env: Readonly<Record<string, string | undefined>>;
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  errors: NodeJS.WriteStream;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
};

export type Option = ParseArgsOptionsConfig[string] & {
  /** What stands for the value in the help, such as NAME. Not given for a switch. */
  value?: string;
  help: string;
};

export type Given = {
  outside: Outside;
  positionals: string[];
  text(name: string): string | undefined;
  list(name: string): string[];
  isOn(name: string): boolean;
};

export type Command = {
  name: string;
  /** What it does, in one line that begins with a verb. */
  summary: string;
  /** Names of its arguments in the order of the line; one in brackets may be left out. */
  args: string[];
  options: Record<string, Option>;
  /** More lines for its help. */
  notes?: string;
  run(given: Given): Promise<Exit>;
};

/** The whole number of an option, or undefined when it is not given. Throws CliError for anything else. */
export function numberOf(given: Given, name: string): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CliError(EXIT.usage, "invalid-argument", `--${name} must be a whole number, such as 1500.`);
}

export function printJson({ output }: Outside, value: unknown): void {
  output.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints text that comes from web pages: what a terminal would obey is left out. */
export function printText({ output }: Outside, text: string): void {
  // oxlint-disable-next-line no-control-regex -- these are the characters meant
  output.write(`${text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "")}\n`);
}
