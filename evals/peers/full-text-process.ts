/** A process that holds full-text indexes, one a corpus; `full-text.ts` starts the process, so that its memory is the engine's own. */
import { readFileSync } from "node:fs";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fillFts5, MOST_SECTIONS } from "./fts5.ts";
import type { FoundSection } from "./fts5.ts";
import { sectionsOf } from "./sections.ts";

export type FullTextOrder = { engine: "fts5" | "minisearch"; stateDir: string; packageFolder?: string };
export type FullTextReply = { found?: FoundSection[]; error?: string };

type Engine = (sections: FoundSection[], corpus: string) => (query: string) => FoundSection[];

const order: FullTextOrder = JSON.parse(process.argv[2] ?? "{}");
const engine = order.engine === "fts5" ? ftsInFolder : await minisearch();
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

function ftsInFolder(sections: FoundSection[], corpus: string): ReturnType<Engine> {
  mkdirSync(order.stateDir, { recursive: true });
  return fillFts5(sections, join(order.stateDir, `${corpus}.sqlite`));
}

/** The part of minisearch that is used here; the package is no dependency of this project, so its types are not there. */
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
