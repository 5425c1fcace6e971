import { rmSync } from "node:fs";
import { backUp, restore } from "#local/backup/backup.ts";
import { loadDataSet } from "../data.ts";
import type { Question } from "../data.ts";
import { figuresNameOf } from "../figures.ts";
import { connectDocenda } from "../docenda.ts";
import { indexCorpora } from "../indexed-corpora.ts";
import type { IndexedCorpora } from "../indexed-corpora.ts";
import { sample } from "../random.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";

const QUESTIONS = 30;
const SEED = 1;
const BUDGET = 2000;
/** What every search makes anew: the handle of its session, and the marks around quoted text. */
const MADE_ANEW = /\b(?:s_\d{12}|doc-[A-Za-z0-9]{6})\b/gu;

export type Rehearsal = {
  questions: number;
  /** Ids of questions whose answer was another one after the restore. */
  different: string[];
  files: number;
  sizeBytes: number;
  backUpSeconds: number;
  restoreSeconds: number;
};

/**
 * Indexes corpora, asks, stops, backs up, restores into an empty folder, deletes the original and asks the restored copy the same with
 * the same API key. Nothing is indexed a second time.
 */
export async function rehearseRestore(
  data: { corpora: Parameters<typeof indexCorpora>[0]; questions: readonly Question[] },
  stateDir: string,
): Promise<Rehearsal> {
  const [original, restored, folder] = ["original", "restored", "backup"].map(
    (name) => `${stateDir}/${name}`,
  );
  for (const path of [original, restored, folder]) rmSync(path!, { recursive: true, force: true });
  const before = await answersOf(
    await indexCorpora(data.corpora, { stateDir: original!, isReused: false }),
    data.questions,
  );
  const backedUp = await timed(() => backUp(original!, folder!));
  const putBack = await timed(() => restore(folder!, restored!));
  rmSync(original!, { recursive: true, force: true });
  const again = await indexCorpora(data.corpora, { stateDir: restored!, isReused: true });
  const after = await answersOf(again, data.questions);
  const sizes = Object.values(backedUp.value.files);
  return {
    questions: data.questions.length,
    different: data.questions.map(({ id }) => id).filter((_, n) => before[n] !== after[n]),
    files: sizes.length,
    sizeBytes: sizes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    backUpSeconds: backedUp.seconds,
    restoreSeconds: putBack.seconds,
  };
}

/** `npm run bench -- restore`: whether a restored backup answers as the original did. Writes docs/figures/restore.md. */
export async function benchRestore({ dataDir, cacheDir, corpora, stateDir }: BenchOptions): Promise<void> {
  const data = loadDataSet(dataDir, cacheDir, corpora);
  const questions = sample(data.questions, QUESTIONS, SEED);
  const rehearsal = await rehearseRestore({ corpora: data.corpora, questions }, stateDir);
  writeFigures({
    name: "restore",
    title: "What a restored backup answers",
    command: `npm run bench -- restore${figuresNameOf(dataDir) === "own" ? " --data evals/own" : ""}`,
    body: [
      `${data.corpora.length} corpora are indexed and ${QUESTIONS} drawn questions asked. The copy is stopped, backed up, restored into an empty folder and asked again with the same key.`,
      markdownTable([
        ["measure", "value"],
        ["questions", rehearsal.questions],
        [
          "answers that differ in any character besides session handles and quote marks",
          rehearsal.different.length,
        ],
        ["files", rehearsal.files],
        ["size, MB", (rehearsal.sizeBytes / 1e6).toFixed(1)],
        ["backup, s", rehearsal.backUpSeconds.toFixed(1)],
        ["restore, s", rehearsal.restoreSeconds.toFixed(1)],
      ]),
      rehearsal.different.length > 0 ? `Different: ${rehearsal.different.join(", ")}.` : "",
    ].join("\n\n"),
    data: rehearsal,
  });
}

/** Whole answers, in the order of the questions. */
async function answersOf(indexed: IndexedCorpora, questions: readonly Question[]): Promise<string[]> {
  try {
    const system = await connectDocenda(indexed.product.mcpUrl, indexed.product.apiKey);
    const answers: string[] = [];
    for (const { query, corpus } of questions) {
      const { text } = await system.search({ query, budget: BUDGET, corpus });
      answers.push(text.replace(MADE_ANEW, ""));
    }
    await system.close();
    return answers;
  } finally {
    await indexed.close();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - startedAt) / 1000 };
}
