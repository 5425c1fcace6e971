import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { rehearseRestore } from "#evals/bench/restore.ts";
import { loadDataSet } from "#evals/data.ts";
import { ROOT } from "#local/root.ts";

const stateDir = mkdtempSync(join(tmpdir(), "docenda-restore-"));

afterAll(() => rmSync(stateDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));

// `npm run bench -- restore` does it with all corpora and thirty questions.
it(
  "a backup that is restored into an empty copy answers as the original did",
  { timeout: 240_000 },
  async () => {
    const { corpora, questions } = loadDataSet(join(ROOT, "evals/own"), stateDir);
    const corpus = corpora.find(({ name }) => name === "gpt-tokenizer")!;
    const asked = questions.filter(({ corpus: name }) => name === corpus.name);
    const rehearsal = await rehearseRestore({ corpora: [corpus], questions: asked }, stateDir);
    expect(rehearsal).toMatchObject({ questions: 2, different: [] });
  },
);
