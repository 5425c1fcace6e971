import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import type { Scope } from "./args.ts";
import type { Question } from "./data.ts";
import { connectDocenda } from "./docenda.ts";
import type { IndexedCorpora } from "./indexed-corpora.ts";
import { DEFAULT_BUDGET } from "./metrics.ts";
import { sample } from "./random.ts";
import { missingFrom } from "./squeeze.ts";

const SAMPLES = 30;
const SEED = 1;

/** Writes `docs/figures/samples.md`: thirty answers as an agent gets them, drawn over the questions and both scopes. */
export async function writeSamples(indexed: IndexedCorpora, questions: readonly Question[]): Promise<void> {
  const scopes: Scope[] = ["source", "all"];
  const pairs = questions.flatMap((question) => scopes.map((scope) => ({ question, scope })));
  const drawn = sample(pairs, SAMPLES, SEED);
  const system = await connectDocenda(indexed.product.mcpUrl, indexed.product.apiKey);
  const parts: string[] = [];
  for (const { question, scope } of drawn) {
    const corpus = scope === "source" ? question.corpus : null;
    const reply = await system.search({ query: question.query, budget: DEFAULT_BUDGET, corpus });
    const missing = missingFrom(reply.text, question.must);
    parts.push(
      [
        `## ${parts.length + 1}. ${question.id}, scope ${scope}`,
        "",
        `Question: ${question.query}`,
        "",
        fenced(reply.text),
        "",
        `Receipt: ${Object.entries(reply.receipt ?? {})
          .map(([name, value]) => `${name} ${value}`)
          .join(", ")}`,
        "",
        missing.length === 0
          ? "It holds what it must."
          : `It must hold, and does not: ${missing.map((text) => JSON.stringify(text)).join(", ")}`,
      ].join("\n"),
    );
  }
  await system.close();
  const head = [
    "# Thirty answers",
    "",
    `Made by \`npm run eval -- --samples\`: a draw (seed ${SEED}) of ${drawn.length} from ${pairs.length} pairs of a question and a scope, each asked`,
    `with a budget of ${DEFAULT_BUDGET} tokens. Not chosen by hand; do not edit. Quoted passages belong to their projects, under their licences.`,
  ].join("\n");
  writeFileSync(join(ROOT, "docs/figures/samples.md"), `${[head, ...parts].join("\n\n")}\n`);
  console.log("written to docs/figures/samples.md");
}

/** Between fences that are longer than any within. */
export function fenced(text: string): string {
  const longest = Math.max(3, ...(text.match(/`{3,}/gu) ?? []).map((fence) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
