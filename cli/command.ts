import type { ParseArgsOptionsConfig } from "node:util";
import { CliError } from "./cli-error.ts";
import { EXIT } from "./exit-codes.ts";
import type { Exit } from "./exit-codes.ts";

/** The world outside a command, so that a test can stand in for it. */
export type Outside = {
  env: Readonly<Record<string, string | undefined>>;
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  errors: NodeJS.WriteStream;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
};

export type Option = ParseArgsOptionsConfig[string] & {
  /** Word for the value in the help, such as NAME. Not given for a switch. */
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
  /** The command's work, in one line that begins with a verb. */
  summary: string;
  /** Names of the command's arguments in the order of the line; one in brackets may be left out. */
  args: string[];
  options: Record<string, Option>;
  /** More lines for the command's help. */
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

/** Prints text of web pages, without the control characters that a terminal would obey. */
export function printText({ output }: Outside, text: string): void {
  // oxlint-disable-next-line no-control-regex -- these are the characters meant
  output.write(`${text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "")}\n`);
}
