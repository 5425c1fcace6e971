import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Miss } from "#evals/misses.ts";

type Made = { command: string; date: string; commit: string; machine: string };
type Answered = { recall: Record<string, number>; must: Record<string, number>; tokensMean: number };
type Scope = Answered & {
  questions: number;
  searchThenRead: { must: number; tokensMean: number };
  byCorpus: Record<string, Answered & { questions: number }>;
};
type Retrieval = Made & {
  scopes: Record<"source" | "all", Scope>;
  unanswerable: Record<"other" | "rest", number>;
};
type Misses = Made & { questions: number; budget: number; misses: Miss[] };
type Peers = Made & {
  corpora: string[];
  ways: { way: string; figures: { recall1: number; must: { returned: number }; tokensMean: number } }[];
};
type Race = Made & {
  laps: { library: string; question: string; docendaTokens: number; pageTokens: number }[];
};
type Tasks = Made & {
  callsMean: number;
  tokensMean: number;
  tasks: { kind: string; tokens: number; missing: string[] }[];
};
type Confidence = Made & {
  rows: { way: string; asker: string; sure: number; nearest: number; absent: number }[];
};

const BUDGET = "2000";
const WAYS_OF_ASKING: Record<string, string> = {
  own: "of its own docs",
  all: "of all docs together",
};

/** The markdown of /evaluation: everything in the page is read from docs/figures when the site is built. */
export function evaluationPage(root: string): string {
  const read = <T>(name: string) =>
    JSON.parse(readFileSync(join(root, "docs/figures", `${name}.json`), "utf8")) as T;
  const retrieval = read<Retrieval>("retrieval");
  return [
    "# Evaluation",
    `Every number here comes from a run whose command, date, and commit stand beside it. The questions we miss are listed.`,
    ...retrievalSections(retrieval),
    ...peerSection(read<Peers>("peers")),
    ...raceSection(read<Race>("race")),
    ...taskSection(read<Tasks>("tasks")),
    ...confidenceSection(read<Confidence>("confidence"), retrieval),
    ...missSection(read<Misses>("misses")),
    "## Run it yourself",
    "Clone the repository and run `npm install`. The command under each table makes it again; `docs/evaluation.md` in the repository says which need the shared question set or a rival's server beside it. Without them, `npm run eval -- --figures` asks thirty questions about docs that the installed packages ship.",
    "## What these figures don't say",
    [
      "- The questions are about eleven open-source projects. Yours may be harder: large generated references usually are.",
      "- An answer counts when it holds the exact strings it needs. A model may do well with less, or badly with more.",
      "- Different tables come from different commits, as their notes say. Compare numbers within a table, not across tables.",
      "- No table measures whether an agent's code works in the end.",
    ].join("\n"),
  ].join("\n\n");
}

function retrievalSections(figures: Retrieval): string[] {
  const { source, all } = figures.scopes;
  const rows: [string, (scope: Scope) => string][] = [
    ["Right page first", ({ recall }) => percent(recall["1"])],
    ["Right page among the first five", ({ recall }) => percent(recall["5"])],
    ["Answered within 1,000 tokens", ({ must }) => percent(must["1000"])],
    ["Answered within 2,000 tokens", ({ must }) => percent(must["2000"])],
    ["Answered within 5,000 tokens", ({ must }) => percent(must["5000"])],
    ["Answered after a search and a read", ({ searchThenRead }) => percent(searchThenRead.must)],
    ["Mean tokens of an answer", ({ tokensMean }) => count(tokensMean)],
  ];
  const corpora = Object.entries(source.byCorpus).map(([name, group]) => [
    name,
    count(group.questions),
    percent(group.recall["1"]),
    percent(group.must[BUDGET]),
    count(group.tokensMean),
  ]);
  return [
    "## Both ways of asking",
    `${source.questions} questions. An agent can name the library (left) or leave it to us to find it (right).`,
    table([
      ["Measure", "Library named", "Library not named"],
      ...rows.map(([name, of]) => [name, of(source), of(all)]),
    ]),
    madeBy(figures),
    "## Each project by itself",
    table([
      ["Project", "Questions", "Right page first", "Answered within 2,000 tokens", "Tokens"],
      ...corpora,
    ]),
    madeBy(figures),
  ];
}

function peerSection(figures: Peers): string[] {
  return [
    "## What an agent could use instead",
    `The same questions, asked of every alternative in one run on ${figures.corpora.length} projects.`,
    table([
      ["Way", "Right page first", "Answered", "Tokens an answer"],
      ...figures.ways.map(({ way, figures: { recall1, must, tokensMean } }) => [
        way,
        percent(recall1),
        percent(must.returned),
        count(tokensMean),
      ]),
    ]),
    madeBy(figures),
  ];
}

function raceSection(figures: Race): string[] {
  return [
    "## Race",
    "The questions of the home page. The page is the one that our best passage is from, as Markdown without its menus, so opening it in a browser tool costs at least this much.",
    table([
      ["Question", "Docenda, tokens", "The page, tokens"],
      ...figures.laps.map(({ library, question, docendaTokens, pageTokens }) => [
        `${library}: ${question}`,
        count(docendaTokens),
        count(pageTokens),
      ]),
    ]),
    madeBy(figures),
  ];
}

function taskSection(figures: Tasks): string[] {
  const done = figures.tasks.filter(({ missing }) => missing.length === 0).length;
  return [
    "## Tasks of a coding agent",
    `${done} of ${figures.tasks.length} tasks done, with ${figures.callsMean.toFixed(2)} calls and ${count(figures.tokensMean)} tokens each on average.`,
    table([
      ["Task", "Tokens", "Done"],
      ...figures.tasks.map(({ kind, tokens, missing }) => [
        kind,
        count(tokens),
        missing.length === 0 ? "yes" : "no",
      ]),
    ]),
    madeBy(figures),
  ];
}

function confidenceSection(figures: Confidence, retrieval: Retrieval): string[] {
  const rows = figures.rows.filter(({ way }) => way in WAYS_OF_ASKING);
  return [
    "## Knowing when we don't know",
    "How sure answers are when the right docs are searched. The thresholds for each project were set without its questions: every project was left out once.",
    table([
      ["Questions", "Sure", "Nearest passages, free", "Nothing sent, free"],
      ...rows.map(({ way, asker, sure, nearest, absent }) => [
        `${asker === "agent" ? "An agent" : "A person"} asks ${WAYS_OF_ASKING[way]}`,
        percent(sure),
        percent(nearest),
        percent(absent),
      ]),
    ]),
    madeBy(figures),
    `When a question is put to a project that can't answer it, ${percent(retrieval.unanswerable.other)} get no answer, which is right. The others get passages that don't help.`,
    madeBy(retrieval),
  ];
}

/** The section of all missed questions. Texts of documentation and of questions are data: bounded in the file, escaped here. */
export function missSection(figures: Misses): string[] {
  const { misses, questions, budget } = figures;
  return [
    "## Every question we miss",
    `${misses.length} of ${questions} answers don't hold everything the question needs within ${count(budget)} tokens. Each shows the question, what it needed, and the beginning of what we sent instead. Quoted passages belong to their projects, under their licenses.`,
    misses.map(missItem).join("\n"),
    madeBy(figures),
  ];
}

function missItem({ id, question, wanted, sent, rank, enough }: Miss): string {
  const place = rank === 0 ? "not listed" : `in place ${count(rank)}`;
  const [first, ...others] = sent.pages;
  return [
    `- ${code(question)} (${code(id)})`,
    `  - Needed: ${wanted.strings.map(code).join(", ")} from ${wanted.pages.map(code).join(" or ")}, ${place}.`,
    first === undefined
      ? `  - Sent: ${count(sent.tokens)} tokens without a passage: ${code(sent.opening)}`
      : `  - Sent: ${count(sent.tokens)} tokens, first from ${code(first)}: ${code(sent.opening)}${others.length === 0 ? "" : ` Then ${others.map(code).join(", ")}.`}`,
    `  - Enough: ${enough}.`,
  ].join("\n");
}

/** A text of others as code on one line: nothing in it is markup, and no address becomes a link. */
function code(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

function madeBy({ command, date, commit }: Made): string {
  return `Made by \`${command}\` on ${date}, commit \`${commit}\`.`;
}

function percent(share: number | undefined): string {
  if (share === undefined) throw new Error("docs/figures lacks a share that /evaluation shows.");
  return `${(share * 100).toFixed(1)}%`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function table([head = [], ...rows]: string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
  // A stroke in a name is escaped, as it would end its cell.
  return [head, rule, ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}
