import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import * as z from "zod";
import { EXAMPLE_QUESTIONS, EXAMPLES_SHOWN } from "#schema/api/public-search.ts";
import { fetchMissing, loadDataSet } from "../data.ts";
import { indexCorpora } from "../indexed-corpora.ts";
import type { IndexedCorpora } from "../indexed-corpora.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";

const reply = z.object({
  confidence: z.string(),
  passages: z.array(z.object({ title: z.string(), url: z.string() })),
  receipt: z.object({ tokensSent: z.number() }),
});

/** One question and its cost in both ways. Tokens are o200k. */
export type Lap = {
  library: string;
  question: string;
  /** The title of the page that answers. */
  page: string;
  /** Tokens of the whole answer, by its receipt. */
  docendaTokens: number;
  /** Tokens of the page behind the best passage, as Markdown and without its menus: the least cost of opening that page. */
  pageTokens: number;
};

/** The questions of the home page: the cost of our answer, and of opening the page that answers. */
export async function benchRace(options: BenchOptions): Promise<void> {
  const examples = EXAMPLE_QUESTIONS.slice(0, EXAMPLES_SHOWN);
  const names = examples.map(({ library }) => library.toLowerCase());
  const data = loadDataSet(options.dataDir, options.cacheDir, names);
  fetchMissing(data, options.dataDir, options.cacheDir);
  const corpora = data.corpora.filter(({ name }) => names.includes(name));
  const indexed = await indexCorpora(corpora, { stateDir: options.stateDir, isReused: options.isReused });
  try {
    const laps: Lap[] = [];
    for (const example of examples) laps.push({ ...example, ...(await lapOf(indexed, example)) });
    writeFigures({
      name: "race",
      title: "The questions of the home page",
      command: "npm run bench -- race",
      body: bodyOf(laps),
      data: { laps },
    });
  } finally {
    await indexed.close();
  }
}

async function lapOf(
  { product }: IndexedCorpora,
  { library, question }: { library: string; question: string },
): Promise<Pick<Lap, "page" | "docendaTokens" | "pageTokens">> {
  const response = await fetch(`${product.server.url}/api/v1/search`, {
    method: "POST",
    headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ query: question, sources: [library] }),
  });
  const { confidence, passages, receipt } = reply.parse(await response.json());
  const best = passages[0];
  if (confidence !== "sure" || !best) throw new Error(`"${question}" has no sure answer in ${library}.`);
  const page = await fetch(best.url);
  if (!page.ok) throw new Error(`${best.url} answered ${page.status}.`);
  return {
    page: best.title,
    docendaTokens: receipt.tokensSent,
    pageTokens: countTokens(await page.text()),
  };
}

function bodyOf(laps: Lap[]): string {
  return [
    "Each question as a person types it, without keywords and without a budget. Beside it the page that the best passage is",
    "from, opened whole: its Markdown, without menus, headers and footers, so that is the least that opening it costs.",
    "",
    markdownTable([
      ["question", "page", "Docenda, tokens", "the page, tokens"],
      ...laps.map(({ library, question, page, docendaTokens, pageTokens }) => [
        `${library}: ${question}`,
        page,
        docendaTokens,
        pageTokens,
      ]),
    ]),
  ].join("\n");
}
