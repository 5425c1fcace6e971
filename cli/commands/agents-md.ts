import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CliError } from "../cli-error.ts";
import { printJson } from "../command.ts";
import type { Command, Given } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { postJson } from "../server/ask-server.ts";
import { readSettingsToAct } from "../settings.ts";

const BEGIN = "<!-- docenda: begin. Written by `docenda agents-md`; edits in here are lost. -->";
const END = "<!-- docenda: end -->";
/** The block between its marks, whatever their wording: an earlier version may have written other words. */
const BLOCK = /<!-- docenda: begin\b[^>]*-->[^]*?<!-- docenda: end -->/;
/** Lockfiles that are looked for in the folder where the command runs. */
const LOCKFILES = ["package-lock.json", "pnpm-lock.yaml", "uv.lock", "go.mod", "Cargo.lock"];

type AgentsIndex = { markdown: string; tokens: number; libraries: { name: string }[] };

export const agentsMdCommand: Command = {
  name: "agents-md",
  summary: "Write your pinned libraries and where their documentation begins into AGENTS.md",
  args: ["[FILE]"],
  options: {
    lockfile: {
      type: "string",
      short: "l",
      multiple: true,
      value: "FILE",
      help: "Lockfile to read; repeatable",
    },
    check: { type: "boolean", help: "Write nothing; exit with 1 when FILE isn't up to date, for CI" },
  },
  notes:
    "FILE is AGENTS.md unless you name another. Only the part between the docenda marks changes, and it has 1,500 tokens at most.\n" +
    `Without --lockfile, reads ${LOCKFILES.join(", ")} of this folder. They are sent to the server, which keeps nothing of them.`,
  async run(given) {
    const { outside, positionals } = given;
    const file = positionals[0] ?? "AGENTS.md";
    const index = (await postJson(
      readSettingsToAct(outside.env),
      "/api/v1/agents-index",
      { lockfiles: readLockfiles(given) },
      outside.signal,
    )) as AgentsIndex;
    const before = existsSync(file) ? readText(file) : "";
    const after = withBlock(before, index.markdown);
    const isCurrent = before === after;
    const isCheck = given.isOn("check");
    if (!isCurrent && !isCheck) writeFileSync(file, after);
    const { tokens, libraries } = index;
    if (given.isOn("json")) printJson(outside, { file, isCurrent, tokens, libraries });
    else if (isCheck && !isCurrent)
      outside.errors.write(`docenda: ${file} isn't up to date. Run \`docenda agents-md\` and commit it.\n`);
    else
      outside.output.write(
        `${file}: ${libraries.length} ${libraries.length === 1 ? "library" : "libraries"}, ${tokens.toLocaleString("en-US")} tokens${isCurrent ? ", already up to date" : ""}\n`,
      );
    return isCheck && !isCurrent ? EXIT.no : EXIT.done;
  },
};

/** The text with the block in the place of the old block, else at the text's end. Everything else stays as it is. */
function withBlock(text: string, markdown: string): string {
  const block = `${BEGIN}\n\n${markdown.trim()}\n\n${END}`;
  if (BLOCK.test(text)) return text.replace(BLOCK, () => block);
  return text.trim() === "" ? `${block}\n` : `${text.trimEnd()}\n\n${block}\n`;
}

function readLockfiles(given: Given): { fileName: string; text: string }[] {
  const named = given.list("lockfile");
  const files =
    named.length > 0 ? named : LOCKFILES.filter((name) => existsSync(name)).map((name) => join(".", name));
  if (files.length === 0)
    throw new CliError(
      EXIT.usage,
      "invalid-argument",
      `No lockfile here. Run this where one of ${LOCKFILES.join(", ")} is, or name one with --lockfile.`,
    );
  return files.map((file) => {
    const fileName = basename(file);
    if (LOCKFILES.includes(fileName)) return { fileName, text: readText(file) };
    throw new CliError(
      EXIT.usage,
      "invalid-argument",
      `${fileName} isn't a lockfile that can be read. Use one of ${LOCKFILES.join(", ")}.`,
    );
  });
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new CliError(EXIT.usage, "invalid-argument", `Can't read ${file}. Check its path.`, { cause });
  }
}
