import { parseArgs } from "node:util";
import { CliError } from "./cli-error.ts";
import type { Command, Option, Outside } from "./command.ts";
import { COMMANDS, findCommand } from "./commands.ts";
import { EXIT } from "./exit-codes.ts";
import type { Exit } from "./exit-codes.ts";
import { VERSION } from "./server/ask-server.ts";

const COMMON: Record<string, Option> = {
  json: { type: "boolean", help: "Print JSON" },
  help: { type: "boolean", short: "h", help: "Print this help" },
};

/** Runs a command line, given without the program's name. Prints failures and returns the exit code; never throws. */
export async function runCommand(line: string[], outside: Outside): Promise<Exit> {
  const [name = "help", ...rest] = line;
  if (["help", "--help", "-h"].includes(name)) {
    const about = rest[0] === undefined ? null : findCommand(rest[0]);
    outside.output.write(about ? helpOf(about) : help());
    return EXIT.done;
  }
  if (name === "--version" || name === "-V") {
    outside.output.write(`${VERSION}\n`);
    return EXIT.done;
  }
  const isJson = rest.includes("--json");
  try {
    const command = findCommand(name);
    if (!command)
      throw new CliError(
        EXIT.usage,
        "invalid-argument",
        `No command \`${name}\`. Run \`docenda help\` for the list.`,
      );
    return await runOne(command, rest, outside);
  } catch (error) {
    return tell(error, isJson, outside);
  }
}

async function runOne(command: Command, rest: string[], outside: Outside): Promise<Exit> {
  const options = { ...command.options, ...COMMON };
  const { values, positionals } = parse(command, rest, options);
  if (values.help) {
    outside.output.write(helpOf(command));
    return EXIT.done;
  }
  const needed = command.args.filter((arg) => !arg.startsWith("[")).length;
  if (positionals.length < needed)
    throw new CliError(
      EXIT.usage,
      "invalid-argument",
      `${command.args[positionals.length]} is missing. ${seeHelp(command)}`,
    );
  const takesMany = command.args.at(-1) === "QUESTION" || command.args.at(-1)?.endsWith("...]");
  if (positionals.length > command.args.length && !takesMany)
    throw new CliError(EXIT.usage, "invalid-argument", `Too many arguments. ${seeHelp(command)}`);
  return command.run({
    outside,
    positionals,
    text: (name) => values[name] as string | undefined,
    list: (name) => (values[name] as string[] | undefined) ?? [],
    isOn: (name) => values[name] === true,
  });
}

function parse(command: Command, args: string[], options: Record<string, Option>) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (cause) {
    // Node's message repeats the typed words, which may be a key in the wrong place.
    throw new CliError(
      EXIT.usage,
      "invalid-argument",
      `That isn't an option of \`docenda ${command.name}\`, or its value is missing. ${seeHelp(command)}`,
      { cause },
    );
  }
}

function tell(error: unknown, isJson: boolean, { output, errors, env }: Outside): Exit {
  const known = error instanceof CliError ? error : null;
  const code = known?.code ?? "internal";
  const message =
    known?.message ?? "The command failed because of a bug in it. Run it with DOCENDA_DEBUG=1 to see where.";
  if (isJson) output.write(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`);
  else errors.write(`docenda: ${message}\n`);
  if (!known && env.DOCENDA_DEBUG) errors.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return known?.exit ?? EXIT.server;
}

function seeHelp({ name }: Command): string {
  return `Run \`docenda ${name} --help\`.`;
}

function help(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    "Docenda gives coding agents the right piece of documentation.",
    "",
    "Usage: docenda COMMAND",
    "",
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "Every command takes --json and --help. `docenda --version` prints the version.",
    "",
    "Environment:",
    "  DOCENDA_API_KEY  API key; without it, the login of `docenda login` is used",
    "  DOCENDA_URL      Address of the server",
    "",
    "Exit codes: 0 done, 1 the answer is negative, 2 wrong usage, 3 no valid key or login, 4 server unreachable,",
    "5 out of credits or too many requests, 6 server error, 130 interrupted.",
    "",
  ].join("\n");
}

function helpOf(command: Command): string {
  const options = Object.entries({ ...command.options, ...COMMON }).map(
    ([name, { short, value, help: words }]) => [
      `  ${short ? `-${short}, ` : "    "}--${name}${value ? ` ${value}` : ""}`,
      words,
    ],
  );
  const width = Math.max(...options.map(([left]) => left!.length));
  return [
    `${command.summary}.`,
    "",
    `Usage: docenda ${[command.name, ...command.args, "[OPTIONS]"].join(" ")}`,
    "",
    ...options.map(([left, words]) => `${left!.padEnd(width)}  ${words}`),
    ...(command.notes ? ["", command.notes] : []),
    "",
  ].join("\n");
}
