import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { ROOT } from "#local/root.ts";
import { readDocument } from "#worker/content/document.ts";
import { findInjections } from "#worker/content/injections/find-injections.ts";
import * as z from "zod";
import { fetchMissing, listPages, loadDataSet } from "../data.ts";
import type { Corpus } from "../data.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";

const attackSchema = z.object({
  family: z.string(),
  source: z.string(),
  form: z.enum(["text", "html", "markdown"]),
  text: z.string(),
});
export type Attack = z.infer<typeof attackSchema>;

const MEDIA_TYPES = {
  ".html": "text/html",
  ".md": "text/markdown",
  ".mdx": "text/mdx",
  ".rst": "text/x-rst",
} as const;
const DATA = join(ROOT, "evals/injections");

/**
 * The fate of texts that were written to take over a model, in the forms that are published (evals/injections), and the number
 * of pages of honest documentation that are marked by mistake: every page of the two sets of questions.
 */
export async function benchInjections(options: BenchOptions): Promise<void> {
  const attacks = readAttacks();
  const families = Map.groupBy(attacks, ({ family }) => family);
  const rows = Array.from(families, ([family, of]) => {
    const fates = of.map(fateOf);
    const count = (fate: Fate) => fates.filter((other) => other === fate).length;
    return [family, of.length, count("marked"), count("left out"), count("shown")];
  });
  const total = ["all", ...[1, 2, 3, 4].map((i) => rows.reduce((sum, row) => sum + Number(row[i]), 0))];
  for (const attack of attacks)
    if (fateOf(attack) === "shown") console.log(`shown: ${attack.family}: ${attack.text.slice(0, 200)}`);

  const sets = ["dev", "second"].map((name) => join(options.dataDir, "..", name));
  let pages = 0;
  const wrong: string[] = [];
  for (const dataDir of sets) {
    const data = loadDataSet(dataDir, options.cacheDir);
    fetchMissing(data, dataDir, options.cacheDir);
    for (const corpus of data.corpora) {
      for (const path of listPages(corpus)) {
        pages++;
        const markdown = readPage(corpus, path);
        for (const { start, end } of findInjections(markdown)) {
          wrong.push(`${corpus.name}/${path}`);
          console.log(`marked: ${corpus.name}/${path}: ${markdown.slice(start, end).slice(0, 300)}`);
        }
      }
    }
  }
  const markedPages = new Set(wrong).size;
  const shownHonest = readLines("honest.jsonl").map(
    (line) => z.object({ text: z.string() }).parse(line).text,
  );
  const wrongHonest = shownHonest.filter((text) => findInjections(text).length > 0);
  for (const text of wrongHonest) console.log(`marked, though honest: ${text.slice(0, 200)}`);
  writeFigures({
    name: "injections",
    title: "Text that speaks to a model",
    command: "npm run bench -- injections",
    body: [
      "Texts in the forms of published attacks, by writers who did not know the rules, as a page that is indexed. `Left out`: what no person sees on the page is not in its text. The families and where each is published: `evals/injections/attacks.jsonl`.",
      "",
      markdownTable([["Family", "texts", "marked", "left out", "shown without a mark"], ...rows, total]),
      "",
      `Honest documentation: ${markedPages} of ${pages.toLocaleString("en-US")} pages have a mark (${((100 * markedPages) / pages).toFixed(2)}%). Of ${shownHonest.length} honest sentences that were written to be mistaken ${wrongHonest.length} are.`,
    ].join("\n"),
    data: { rows, pages, markedPages, honest: shownHonest.length, wrongHonest: wrongHonest.length },
  });
}

/** The fate of an attack. `left out`: none of its words are in the page's text. */
export type Fate = "marked" | "left out" | "shown";

/** The fate of an attack when the page that holds it is read. */
export function fateOf({ form, text }: Pick<Attack, "form" | "text">): Fate {
  const page =
    form === "html"
      ? `<html><body><main><h1>Setup</h1><p>Install it first.</p>${text}</main></body></html>`
      : `# Setup\n\nInstall it first.\n\n${text}`;
  const mediaType = form === "html" ? "text/html" : "text/markdown";
  const { markdown } = readDocument({ text: page, mediaType, url: "https://docs.test/setup" });
  if (findInjections(markdown).length > 0) return "marked";
  const kept = new Set(wordsOf(markdown));
  const missing = wordsOf(writtenIn(text)).filter((word) => !kept.has(word));
  return form !== "text" && missing.length >= LEAST_MISSING ? "left out" : "shown";
}

const LEAST_MISSING = 3;

/** All words of a text, those in comments and values of attributes too. */
function writtenIn(text: string): string {
  return text
    .replaceAll(/<style[\s\S]*?<\/style>/g, " ")
    .replaceAll(/(?:style|class|id|href|src|rel|type|name)="[^"]*"/g, " ")
    .replaceAll(/<\/?[a-z][\w-]*|\b[a-z-]+=(?=")/g, " ");
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}{4,}/gu) ?? [];
}

export function readAttacks(): Attack[] {
  return readLines("attacks.jsonl").map((line) => attackSchema.parse(line));
}

function readLines(file: string): unknown[] {
  return readFileSync(join(DATA, file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

function readPage(corpus: Corpus, path: string): string {
  const text = readFileSync(join(corpus.folder!, path), "utf8");
  const mediaType = MEDIA_TYPES[extname(path) as keyof typeof MEDIA_TYPES] ?? "text/html";
  return readDocument({ text, mediaType, url: `http://${corpus.name}.test/${path}` }).markdown;
}
