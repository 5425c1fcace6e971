import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, matchesGlob, relative, resolve } from "node:path";
import * as z from "zod";

const corpusSchema = z.object({
  name: z.string(),
  type: z.enum(["html", "md", "rst"]),
  role: z.string().default("dev"),
  root: z.string(),
  /** Page from which an HTML corpus is crawled. */
  entry: z.string().optional(),
  /** Patterns of pages that repeat others: neither crawled nor scored. */
  exclude: z.array(z.string()).default([]),
});
const corporaSchema = z.object({ corpora: z.array(corpusSchema) });

const questionSchema = z.object({
  id: z.string(),
  corpus: z.string(),
  query: z.string(),
  /** Pages that answer, as paths below the corpus: alternatives, or for `multi` needed together. */
  gold: z.array(z.string()).min(1),
  /** Strings that an answer holds, compared by `squeeze`. */
  must: z.array(z.string()).min(1),
  kind: z.string(),
  difficulty: z.enum(["lexical", "paraphrase", "multi"]),
});
/** A question; `keywords` are those of an agent that asks. */
export type Question = z.infer<typeof questionSchema> & { keywords?: string[] };

export type Corpus = z.infer<typeof corpusSchema> & {
  /** Absolute folder of the pages; null while it is not there. */
  folder: string | null;
};

export type DataSet = { corpora: Corpus[]; questions: Question[]; listing: string };

/**
 * The asker: a person, in the words of the question, or an agent, with a query that a model wrote from the question without
 * seeing the pages.
 */
export type Asker = "person" | "agent";

const agentQuerySchema = z.object({
  id: z.string(),
  query: z.string(),
  keywords: z.array(z.string()).optional(),
});

const PAGES = { html: /\.html?$/u, md: /\.mdx?$/u, rst: /\.rst$/u };
/** Roles of corpora that are searched with the others although no question is about them, as in the baselines. */
const SEARCHED_ROLES = new Set(["dev-only", "shared"]);

/** The questions as an agent asks them: `agent.jsonl` has a query and keywords for each. */
export function askedBy(asker: Asker, dataDir: string, questions: Question[]): Question[] {
  if (asker === "person") return questions;
  const queries = new Map(
    readLines(join(dataDir, "agent.jsonl")).map((line) => {
      const { id, ...asked } = agentQuerySchema.parse(line);
      return [id, asked];
    }),
  );
  return questions.map((question) => {
    const asked = queries.get(question.id);
    if (asked === undefined) throw new Error(`agent.jsonl in ${dataDir} has no query for ${question.id}`);
    return { ...question, ...asked };
  });
}

function readLines(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

/**
 * The corpora that have questions (and those that are searched with them) and the questions about them. Roots are relative to
 * the parent of `dataDir`; a missing root is looked for below `cacheDir`, where `fetchMissing` puts it.
 */
export function loadDataSet(dataDir: string, cacheDir: string, only: readonly string[] = []): DataSet {
  const listing = [join(dataDir, "corpora.json"), join(dataDir, "..", "corpora.json")].find(existsSync);
  if (!listing) throw new Error(`no corpora.json in ${dataDir}`);
  const questions = readLines(join(dataDir, "queries.jsonl")).map((line) => questionSchema.parse(line));
  const known = corporaSchema.parse(JSON.parse(readFileSync(listing, "utf8"))).corpora;
  const unknown = [...only, ...questions.map((question) => question.corpus)].find(
    (name) => !known.some((corpus) => corpus.name === name),
  );
  if (unknown !== undefined) throw new Error(`corpus ${unknown} is not in ${listing}`);
  const isWanted = (name: string) => only.length === 0 || only.includes(name);
  const asked = questions.filter((question) => isWanted(question.corpus));
  const corpora = known
    .filter((corpus) => isWanted(corpus.name))
    .filter(
      (corpus) =>
        SEARCHED_ROLES.has(corpus.role) ||
        only.includes(corpus.name) ||
        asked.some((question) => question.corpus === corpus.name),
    )
    .map((corpus) => ({
      ...corpus,
      folder: findFolder(corpus.root, [join(dataDir, ".."), dataDir, cacheDir]),
    }));
  return { corpora, questions: asked, listing };
}

/** Fetches the missing HTML corpora with the data's own `get_html.sh`. Fails when there is no such script. */
export function fetchMissing(data: DataSet, dataDir: string, cacheDir: string): void {
  const missing = data.corpora.filter((corpus) => corpus.folder === null);
  if (missing.length === 0) return;
  const names = missing.map((corpus) => corpus.name);
  const script = join(dataDir, "..", "get_html.sh");
  if (!existsSync(script)) throw new Error(`not there, and nothing to fetch them with: ${names.join(", ")}`);
  console.log(`fetching ${names.join(", ")} …`);
  execFileSync("bash", [script, resolve(data.listing), ...names], {
    env: { ...process.env, EVAL_HTML: join(cacheDir, "html") },
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (const corpus of missing) {
    corpus.folder = findFolder(corpus.root, [cacheDir]);
    if (corpus.folder === null) throw new Error(`${corpus.name} is still not there after fetching it`);
  }
}

/** The pages of a corpus as paths below its folder, sorted, without those that are left out of the scoring. */
export function listPages(corpus: Corpus): string[] {
  const { folder } = corpus;
  if (folder === null) throw new Error(`${corpus.name} is not there`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && PAGES[corpus.type].test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split("/").includes("node_modules") && !isExcluded(path, corpus.exclude))
    .sort();
}

/** Whether a path is left out. A pattern that ends in `/*` means everything below that folder. */
export function isExcluded(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(path, pattern.replace(/\/\*$/u, "/**")));
}

function findFolder(root: string, bases: readonly string[]): string | null {
  const found = bases.map((base) => resolve(base, root)).find((folder) => hasPages(folder));
  return found ?? null;
}

function hasPages(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}
