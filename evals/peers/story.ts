import { BUDGETS, DEFAULT_BUDGET } from "../metrics.ts";
import { differencesTable, difficultyTable, figuresTable, whereNotBetter } from "./report.ts";
import type { NotRun, WayResult } from "./report.ts";
import { NO_GROUNDED_DOCS, seenBefore } from "./seen-before.ts";

export type PeersRun = {
  /** Name of the peer with which the others are compared. */
  own: string;
  results: WayResult[];
  questions: number;
  corpora: string[];
  pages: number;
  notRun: NotRun[];
  /** Load average of the last five minutes. */
  load: number;
};

/** The page for docs/figures: the tables, and the facts that a reader needs to doubt them rightly. */
export function writeStory(run: PeersRun): string {
  const errors = run.results.flatMap(({ outcomes }) => outcomes).filter(({ error }) => error !== null).length;
  return [
    `${run.questions} questions about ${run.pages} pages of ${run.corpora.length} corpora (${run.corpora.join(", ")}). Everybody is told which corpus a`,
    "question is about, and has an index of that corpus alone or is told to search in it. One call is made after the other; each",
    "question is asked of all, beginning with another one each time, before the next. The measures are those of `npm run eval`,",
    "see [evaluation.md](../evaluation.md).",
    "",
    figuresTable(run.results, run.notRun),
    "",
    "- **R@k, MRR@10**: by the pages that the answer names, in its order.",
    "- **must as returned**: share of questions (%) whose answer holds every string that it must hold. **≤ N**: the same of the",
    "  first N tokens (o200k). Where an answer is shorter than N and there is more to be had, it is filled up with what would come",
    "  next (below, for each); Docenda's answers are never filled up, and a row of it is one budget asked for.",
    "- **tokens** of all text that was returned; the structured copy that some answers carry beside it is counted for nobody.",
    "- **p50, p95**: of the time from the question to the last of that text, as the client sees it. **nothing found**: share of",
    "  questions (%) whose answer names no page.",
    `- Answers that ended in an error, which count as holding nothing: ${errors === 0 ? "none" : errors}.`,
    "- **indexing**: all corpora, one after the other. Docenda and Grounded Docs crawl, the others read files that are already",
    "  markdown. **peak MB**: largest resident memory while indexing and answering (10^6 bytes): of Docenda all its workerd processes",
    "  with all corpora, without the Node process that starts them; of MiniSearch, FTS5 and Grounded Docs their process with all",
    "  corpora; of qmd the largest of its processes, each with one corpus.",
    "",
    "## Docenda's gain, question by question",
    "",
    "Mean difference with its 95% interval by paired bootstrap; bold where the interval leaves 0 out. Points of percent (MRR in",
    `hundredths), tokens in tokens. Ranks, "as returned" and tokens: of the default budget of ${DEFAULT_BUDGET}. At ${BUDGETS.join(", ")}: Docenda`,
    "asked with that budget, the other filled up and cut there.",
    "",
    differencesTable(run.results, run.own),
    "",
    "## Where Docenda is not better, or not beyond noise",
    "",
    ...whereNotBetter(run.results, run.own),
    "",
    `## By difficulty: R@5 / must ≤ ${DEFAULT_BUDGET}, in %`,
    "",
    difficultyTable(run.results),
    "",
    "## How each was driven",
    "",
    ...run.results.map(({ way, version, how }) => `- **${way}** (${version}): ${how}.`),
    "",
    ...CAVEATS,
    `- Load average of the machine at the end: ${run.load.toFixed(1)}. Other work shared it; compare times within this table alone.`,
    ...(run.notRun.includes(NO_GROUNDED_DOCS) ? ["", seenBefore()] : []),
  ].join("\n");
}

const CAVEATS = [
  "## Read this before believing it",
  "",
  "- Docenda's ranking was tuned while looking at these questions; gains on sites that were not looked at have been smaller. Of the",
  "  others only qmd's way of asking was chosen by these questions, in its favour.",
  "- Everything runs without the internet. qmd and Grounded Docs recommend embeddings and a reranker that have to be fetched:",
  "  this measures their full-text halves. Docenda runs with what it has offline.",
  "- Those that read files get HTML as the clean markdown that Docenda's own reader makes of it, without navigation and without",
  "  the addresses of links, and never the pages that repeat others: better input than most would have. Docenda and Grounded",
  "  Docs crawl the sites themselves.",
  "- Docenda and Grounded Docs are asked over HTTP, qmd over a pipe, all three by MCP; Docenda also checks the key and counts",
  "  credits in each call. MiniSearch and FTS5 are a bare message to a process: what a server around them would cost is not there.",
  "- Grounded Docs runs without a browser, tries one for each HTML page, and goes on with what it fetched.",
  "- The agent of the rows that grep or ask qmd is a rule, not a model: it takes the words of the question. A model may think",
  "  of better ones, ask twice and stop early; it would also spend tokens on that, which are not counted for anybody.",
];
