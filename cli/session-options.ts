import { writeFileSync } from "node:fs";
import { CliError } from "./cli-error.ts";
import { numberOf, printJson, printText } from "./command.ts";
import type { Given, Option } from "./command.ts";
import { EXIT } from "./exit-codes.ts";
import { openPack } from "./offline/open-pack.ts";
import type { OfflineAnswer } from "./offline/search-pack.ts";
import { callTool } from "./server/call-tool.ts";
import type { ToolAnswer } from "./server/call-tool.ts";
import { readSettingsToAct } from "./settings.ts";

/** The options that every tool has: how long the answer may be, and what the session already has. */
export const SESSION_OPTIONS: Record<string, Option> = {
  budget: {
    type: "string",
    short: "b",
    value: "TOKENS",
    help: "Most tokens of the answer, 200 to 10000",
  },
  session: { type: "string", value: "ID", help: "Session of your last answer; nothing is sent twice" },
  receipt: { type: "string", value: "FILE", help: "Write a signed evidence receipt of the answer to FILE" },
  repeat: { type: "boolean", help: "Send again what the session has already sent" },
  offline: {
    type: "string",
    value: "FILE",
    help: "Answer from a file of `docenda pack` instead of asking the server",
  },
};

/** Options that mean nothing without a server. */
const NEED_SERVER = ["session", "receipt"];

/** Calls a tool with its own arguments and those of the session, and prints the answer as the command line asks. */
export async function askTool(
  given: Given,
  name: string,
  args: Record<string, unknown>,
): Promise<OfflineAnswer> {
  const { outside } = given;
  const pack = given.text("offline");
  const answer =
    pack === undefined ? await askHosted(given, name, args) : await askPack(given, pack, name, args);
  if (given.isOn("json")) printJson(outside, answer.typed);
  else printText(outside, answer.text);
  return answer;
}

async function askPack(
  given: Given,
  file: string,
  name: string,
  args: Record<string, unknown>,
): Promise<OfflineAnswer> {
  const needed = NEED_SERVER.find((option) => given.text(option) !== undefined);
  if (needed !== undefined)
    throw new CliError(EXIT.usage, "invalid-argument", `--${needed} needs the server. Leave out --offline.`);
  const pack = await openPack(file);
  return pack.callTool(name, { ...args, budget: numberOf(given, "budget") });
}

async function askHosted(given: Given, name: string, args: Record<string, unknown>): Promise<ToolAnswer> {
  const { outside } = given;
  const file = given.text("receipt");
  const answer = await callTool(
    readSettingsToAct(outside.env),
    name,
    {
      ...args,
      budget: numberOf(given, "budget"),
      session: given.text("session"),
      repeat: given.isOn("repeat") || undefined,
    },
    { signal: outside.signal, isEvidenced: file !== undefined },
  );
  if (file !== undefined) writeReceipt(file, answer.evidence);
  return answer;
}

function writeReceipt(file: string, receipt: string | null): void {
  if (receipt === null)
    throw new CliError(EXIT.server, "unimplemented", "This server doesn't sign evidence receipts.");
  try {
    writeFileSync(file, `${receipt}\n`);
  } catch (cause) {
    throw new CliError(
      EXIT.usage,
      "invalid-argument",
      `The receipt can't be written to ${file}. Check that the folder exists and that you may write to it.`,
      { cause },
    );
  }
}
