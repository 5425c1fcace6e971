/** A process that holds full-text indexes, one a corpus; `full-text.ts` starts it, so that its memory is the engine's own. */
import { readFileSync } from "node:fs";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { wordsOf } from "./keywords.ts";
import { sectionsOf } from "./sections.ts";
import type { PageSection } from "./sections.ts";

export type FullTextOrder = { engine: "fts5" | "minisearch"; stateDir: string; packageFolder?: string };
export type FoundSection = PageSection & { file: string };
export type FullTextReply = { found?: FoundSection[]; error?: string };

type Engine = (sections: FoundSection[], corpus: string) => (query: string) => FoundSection[];

/** More than fill the largest budget. */
const MOST_SECTIONS = 50;

const order: FullTextOrder = JSON.parse(process.argv[2] ?? "{}");
const engine = order.engine === "fts5" ? fts5 : await minisearch();
const searches = new Map<string, (query: string) => FoundSection[]>();

process.on("message", (message: { kind: string } & Record<string, unknown>) => {
  try {
    process.send?.(answer(message));
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});

function answer(message: Record<string, unknown>): FullTextReply {
  const corpus = String(message.corpus);
  if (message.kind === "ask") return { found: searches.get(corpus)?.(String(message.query)) ?? [] };
  const folder = String(message.folder);
  const sections = (message.files as string[]).flatMap((file) =>
    sectionsOf(readFileSync(join(folder, file), "utf8"), file).map((section) => ({ ...section, file })),
  );
  searches.set(corpus, engine(sections, corpus));
  return {};
}

/** The database keeps the text, so that nothing else of it stays in memory. */
function fts5(sections: FoundSection[], corpus: string): ReturnType<Engine> {
  mkdirSync(order.stateDir, { recursive: true });
  const file = join(order.stateDir, `${corpus}.sqlite`);
  rmSync(file, { force: true });
  const db = new DatabaseSync(file);
  db.exec(
    "CREATE VIRTUAL TABLE section USING fts5(title, heading, body, file UNINDEXED, tokenize = 'porter unicode61')",
  );
  const insert = db.prepare("INSERT INTO section(title, heading, body, file) VALUES (?, ?, ?, ?)");
  db.exec("BEGIN");
  for (const { title, heading, body, file: page } of sections) insert.run(title, heading, body, page);
  db.exec("COMMIT");
  const select = db.prepare(
    `SELECT title, heading, body, file FROM section WHERE section MATCH ? ORDER BY bm25(section), rowid LIMIT ${MOST_SECTIONS}`,
  );
  return (query) => {
    const match = [...new Set(wordsOf(query))].map((word) => `"${word}"`).join(" OR ");
    return match === "" ? [] : (select.all(match) as FoundSection[]);
  };
}

/** The part of minisearch that is used here; the package is none of this project's, so its types are not there. */
type MiniSearch = new (options: { fields: string[]; searchOptions: { boost: Record<string, number> } }) => {
  addAll(documents: object[]): void;
  search(query: string): { id: number }[];
};

async function minisearch(): Promise<Engine> {
  const entry = pathToFileURL(join(order.packageFolder ?? "", "dist/es/index.js"));
  const Index: MiniSearch = (await import(entry.href)).default;
  return (sections) => {
    const index = new Index({
      fields: ["title", "heading", "body"],
      searchOptions: { boost: { title: 2, heading: 2 } },
    });
    index.addAll(sections.map((section, id) => ({ ...section, id })));
    return (query) =>
      index
        .search(query)
        .slice(0, MOST_SECTIONS)
        .flatMap(({ id }) => sections[id] ?? []);
  };
}
