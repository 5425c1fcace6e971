import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ROOT } from "#local/root.ts";
import type { BenchOptions } from "../bench/args.ts";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { fetchMissing, loadDataSet } from "../data.ts";
import { indexCorpora, stateDirOf } from "../indexed-corpora.ts";
import { sample } from "../random.ts";
import { withClientTables } from "./client-tables.ts";
import { CLIENTS } from "./clients.ts";
import { heldOf } from "./same-passages.ts";
import type { Held } from "./same-passages.ts";
import { connectPair } from "./typed-answer.ts";
import type { AnswerPair } from "./typed-answer.ts";
import { clientsWithFile, worstSeen } from "./worst-seen.ts";

/** Budgets at which answers in files are counted, beside the default. */
const BUDGETS = [1000, 1500, 2000, 5000];
const PAGE = join(ROOT, "docs/mcp-clients.md");

/** A reader and its part of an answer: a client, or the worst of the clients, as the evaluation reads answers. */
type Row = { reader: string; isInFile: number } & Record<Held, number>;

type Counts = {
  questions: number;
  withoutPassages: number;
  rows: Map<string, Row>;
  /** Clients that put answers into files, with the number of these answers at each budget. */
  files: Map<string, number[]>;
};

/**
 * Asks the questions of a data folder and of the second one beside it. With the default budget, counts the answers whose
 * passages each client's model gets; with other budgets, the answers that end in a file. Writes docs/figures/clients.md and the
 * tables of docs/mcp-clients.md.
 */
export async function benchClients(options: BenchOptions): Promise<void> {
  writeFileSync(PAGE, withClientTables(readFileSync(PAGE, "utf8")));
  const counts: Counts = { questions: 0, withoutPassages: 0, rows: new Map(), files: new Map() };
  const dataDirs = dataDirsOf(options.dataDir);
  for (const dataDir of dataDirs) await askAll({ ...options, dataDir }, counts);
  const rows = [...counts.rows.values()];
  const files = CLIENTS.flatMap(({ name }) => {
    const answers = counts.files.get(name);
    return answers ? [{ client: name, answers }] : [];
  });
  const asked = counts.questions - counts.withoutPassages;
  writeFigures({
    name: "clients",
    title: "What each MCP client's model gets of an answer",
    command: "npm run bench -- clients",
    body: [
      `${counts.questions} evaluation questions (${dataDirs.map((dir) => basename(dir)).join(" and ")}), each asked once over MCP with the default budget and its corpus as the source. ` +
        `${asked} answers have passages; ${counts.withoutPassages} say that nothing was found. ` +
        "The rules of the clients, with sources and dates, are in [mcp-clients.md](../mcp-clients.md). A passage counts when every line of it is passed on. " +
        "An answer in a file counts as passed on: its model is told of the file and opens it with a tool of its own.",
      markdownTable([
        ["Client", "all passages", "a part", "none", "in a file, one call further"],
        ...rows.map(({ reader, all, part, none, isInFile }) => [reader, all, part, none, isInFile]),
      ]),
      "## Answers in a file, by budget",
      `Of ${counts.questions} answers each. Clients that are not named put none into a file.`,
      markdownTable([
        ["Client", ...BUDGETS.map((budget) => budget.toLocaleString("en-US"))],
        ...files.map(({ client, answers }) => [client, ...answers]),
      ]),
    ].join("\n\n"),
    data: {
      questions: counts.questions,
      withoutPassages: counts.withoutPassages,
      rows: rows.map(({ reader, all, part, none, isInFile }) => ({
        client: reader,
        all,
        part,
        none,
        inFile: isInFile,
      })),
      inFileByBudget: files.map(({ client, answers }) => ({
        client,
        ...Object.fromEntries(BUDGETS.map((budget, i) => [String(budget), answers[i]])),
      })),
    },
  });
}

/** The data folders of a run: the development questions come with a second set; any other folder is asked alone. */
export function dataDirsOf(dataDir: string): string[] {
  return basename(dataDir) === "dev" ? [dataDir, join(dirname(dataDir), "second")] : [dataDir];
}

async function askAll(options: BenchOptions, counts: Counts): Promise<void> {
  const data = loadDataSet(options.dataDir, options.cacheDir, options.corpora);
  fetchMissing(data, options.dataDir, options.cacheDir);
  const indexed = await indexCorpora(data.corpora, {
    // The state folder of `npm run eval`, whose index has the same corpora.
    stateDir: stateDirOf(options.cacheDir, options.dataDir),
    isReused: options.isReused,
  });
  const questions = options.limit === null ? data.questions : sample(data.questions, options.limit, 1);
  const asker = await connectPair(indexed.product.mcpUrl, indexed.product.apiKey);
  try {
    for (const { query, corpus } of questions) {
      const args = { query, sources: [corpus] };
      countPair(counts, await asker.ask(args));
      for (const [i, budget] of BUDGETS.entries())
        for (const name of clientsWithFile(await asker.search({ ...args, budget }))) {
          const answers = counts.files.get(name) ?? BUDGETS.map(() => 0);
          answers[i] = (answers[i] ?? 0) + 1;
          counts.files.set(name, answers);
        }
    }
  } finally {
    await asker.close();
    await indexed.close();
  }
}

function countPair(counts: Counts, { result, passages }: AnswerPair): void {
  counts.questions++;
  if (passages.length === 0) {
    counts.withoutPassages++;
    return;
  }
  const seenBy = CLIENTS.map(({ name, seenByModel }) => ({ reader: name, seen: seenByModel(result) }));
  for (const { reader, seen } of [...seenBy, { reader: "the worst of them", ...worstSeen(result) }]) {
    const row = counts.rows.get(reader) ?? { reader, all: 0, part: 0, none: 0, isInFile: 0 };
    row[heldOf(seen.passedOn, passages)]++;
    row.isInFile += Number(seen.isInFile);
    counts.rows.set(reader, row);
  }
}
