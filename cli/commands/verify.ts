import { readFileSync } from "node:fs";
import { evidenceHash, EVIDENCE_KEYS_PATH, EvidenceError, verifyEvidence } from "#schema/evidence.ts";
import type { Evidence, EvidenceKeySet } from "#schema/evidence.ts";
import { CliError } from "../cli-error.ts";
import { printJson } from "../command.ts";
import type { Command, Given } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { plain, renderTable } from "../render-table.ts";
import { askForJson } from "../server/ask-server.ts";
import { readSettings } from "../settings.ts";

export const verifyCommand: Command = {
  name: "verify",
  summary: "Check an evidence receipt",
  args: ["FILE"],
  options: {
    answer: { type: "string", value: "FILE", help: "The answer as --json printed it: also check its text" },
    keys: {
      type: "string",
      value: "FILE",
      help: `Keys that you saved from ${EVIDENCE_KEYS_PATH}, to work offline`,
    },
  },
  notes:
    "Asks the server of DOCENDA_URL for its keys, and nobody when --keys names them. Needs no API key.\n" +
    "Exits with 1 when the receipt isn't genuine, or the answer isn't the one that it was issued for.",
  async run(given) {
    const { outside, positionals } = given;
    const answerFile = given.text("answer");
    const { evidence, problem } = await judge(given, positionals[0]!, answerFile);
    if (given.isOn("json")) printJson(outside, { isValid: problem === null, problem, evidence });
    else if (problem !== null) outside.errors.write(`docenda: ${problem}\n`);
    else outside.output.write(describe(evidence!, answerFile !== undefined));
    return problem === null ? EXIT.done : EXIT.no;
  },
};

async function judge(
  given: Given,
  file: string,
  answerFile: string | undefined,
): Promise<{ evidence: Evidence | null; problem: string | null }> {
  try {
    const evidence = await verifyEvidence(read(file), await keysOf(given));
    const problem = answerFile === undefined ? null : await differenceFrom(evidence, readJson(answerFile));
    return { evidence, problem };
  } catch (error) {
    if (error instanceof EvidenceError) return { evidence: null, problem: error.message };
    throw error;
  }
}

async function keysOf(given: Given): Promise<EvidenceKeySet> {
  const file = given.text("keys");
  const found =
    file === undefined
      ? await askForJson({ ...readSettings(given.outside.env), credential: null }, EVIDENCE_KEYS_PATH)
      : readJson(file);
  const { keys } = found as Partial<EvidenceKeySet>;
  if (Array.isArray(keys)) return { keys };
  throw new CliError(EXIT.usage, "invalid-argument", `The keys aren't those of ${EVIDENCE_KEYS_PATH}.`);
}

/** The difference between an answer and its receipt, in words; null when every text of the receipt is in the answer. */
async function differenceFrom({ passages }: Evidence, answer: unknown): Promise<string | null> {
  const { passages: found, page } = answer as { passages?: { text?: unknown }[]; page?: { text?: unknown } };
  const texts = found?.map(({ text }) => text) ?? (page ? [page.text] : []);
  const hashes = await Promise.all(texts.map((text) => evidenceHash(String(text))));
  const odd = hashes.findIndex((hash) => !passages.some(({ textHash }) => textHash === hash));
  if (odd >= 0)
    return `Passage ${odd + 1} of the answer isn't in the receipt: its text was changed, or it is another answer's.`;
  return hashes.length < passages.length ? "The answer lacks passages that the receipt names." : null;
}

function describe({ jti, iss, iat, confidence, passages }: Evidence, isAnswerChecked: boolean): string {
  const signed = `Valid: receipt ${jti}, signed by ${iss} on ${new Date(iat * 1000).toISOString()}.\n`;
  const answer = isAnswerChecked ? "The answer is the one that it was issued for.\n" : "";
  const state = confidence === null ? "" : `Confidence: ${confidence}.\n`;
  const rows = passages.map(({ url, version, fetchedAt, textHash }) => [
    textHash.slice(0, 12),
    version ?? "-",
    fetchedAt,
    url,
  ]);
  const table = rows.length > 0 ? `\n${renderTable(["SHA-256", "Version", "Fetched", "URL"], rows)}` : "";
  return plainLines(`${signed}${answer}${state}`) + table;
}

/** Lines without control characters: a name in them, such as the issuer's, is text of the file. */
function plainLines(text: string): string {
  return `${text.trimEnd().split("\n").map(plain).join("\n")}\n`;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(read(file));
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(EXIT.usage, "invalid-argument", `${file} isn't JSON.`, { cause });
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new CliError(EXIT.usage, "invalid-argument", `Can't read ${file}. Check its path.`, { cause });
  }
}
