import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "#local/root.ts";

const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");

/** A failed command of wrangler's, with its output. */
export class WranglerError extends Error {}

/**
 * Runs a command of wrangler's, its words parted by single spaces or one by one, in the root of the repository and with the
 * account that wrangler is signed in to, and returns its output. `input` is sent to the command's standard input; nothing of it
 * is in an argument, where other programs of the machine could see it. Throws a `WranglerError` when the command ends with
 * another code than 0.
 */
export async function wrangler(
  command: string | string[],
  input = "",
  env: Record<string, string> = {},
): Promise<string> {
  const words = typeof command === "string" ? command.split(" ") : command;
  const child = spawn(process.execPath, [WRANGLER, ...words], {
    cwd: ROOT,
    // wrangler asks no questions: our commands ask a person before.
    env: {
      ...process.env,
      CI: "true",
      WRANGLER_LOG: process.env.WL ?? "log",
      WRANGLER_SEND_METRICS: "false",
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let printed = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (printed += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
  child.stdin.on("error", () => {}).end(input);
  const code = await new Promise<number | null>((settle, fail) => {
    child.once("error", fail).once("close", settle);
  });
  if (code === 0) return printed;
  throw new WranglerError(`\`wrangler ${words.join(" ")}\` failed:\n${reasonIn(said + printed)}`);
}

/** Runs a command of wrangler's that prints JSON. */
export async function wranglerJson<T>(command: string | string[]): Promise<T> {
  const printed = await wrangler(command);
  return JSON.parse(printed.slice(Math.max(0, printed.search(/[[{]/)))) as T;
}

/** The reason of a failure, without the banner and the way to report a fault of wrangler's. */
function reasonIn(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trimEnd());
  const start = lines.findIndex((line) => line.includes("[ERROR]"));
  const end = lines.findIndex(
    (line, at) => at > start && /^(?:If you think this is a bug|🪵)/u.test(line.trim()),
  );
  return (
    lines
      .slice(Math.max(0, start), end === -1 ? undefined : end)
      .join("\n")
      .trim() || "It said nothing."
  );
}
