import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Folder in which the local runtime keeps the databases of Durable Objects: a folder for each class, one file an object. */
const OBJECTS = "state/v3/do";

export type IndexFile = {
  urls: string[];
  chunks: number;
  sizeMb: number;
  /** Faults: tables that do not fit together, in words. */
  faults: string[];
};

/** The content of the largest index of a state folder, and whether its tables agree. No server may be running. */
export function readIndexFile(stateDir: string): IndexFile {
  const largest = largestOf(stateDir, "docenda-DocsIndex");
  const database = new DatabaseSync(largest.file);
  try {
    const count = (query: string) => Number(database.prepare(query).get()?.n);
    const urls = database.prepare("SELECT url FROM page ORDER BY id").all();
    const chunks = count("SELECT count(*) AS n FROM chunk");
    return {
      urls: urls.map(({ url }) => String(url)),
      chunks,
      sizeMb: largest.size / 1_000_000,
      faults: RULES.flatMap(([words, query]) => (count(query) > 0 ? [`${words}: ${count(query)}`] : [])),
    };
  } finally {
    database.close();
  }
}

/** URLs that consumers took more than once, in the largest run of a state folder. No server may be running. */
export function countTakenTwice(stateDir: string): number {
  const database = new DatabaseSync(largestOf(stateDir, "docenda-CrawlRun").file);
  try {
    return Number(database.prepare("SELECT count(*) AS n FROM pages WHERE attempts > 1").get()?.n);
  } finally {
    database.close();
  }
}

function largestOf(stateDir: string, className: string): { file: string; size: number } {
  const folder = join(stateDir, OBJECTS, className);
  const [largest] = readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
    .map((name) => ({ file: join(folder, name), size: statSync(join(folder, name)).size }))
    .sort((a, b) => b.size - a.size);
  if (!largest) throw new Error(`there is no ${className} in ${stateDir}`);
  return largest;
}

/** Queries that count rows which must not be there. */
const RULES: [string, string][] = [
  ["pages beside the total", "SELECT abs((SELECT count(*) FROM page) - pages) AS n FROM totals"],
  ["chunks beside the total", "SELECT abs((SELECT count(*) FROM chunk) - chunks) AS n FROM totals"],
  [
    "chunks beside the full-text index",
    "SELECT abs((SELECT count(*) FROM chunk) - (SELECT count(*) FROM chunk_terms_docsize)) AS n",
  ],
  ["chunks without their page", "SELECT count(*) AS n FROM chunk WHERE page_id NOT IN (SELECT id FROM page)"],
  [
    "pages without some of their chunks",
    `SELECT count(*) AS n FROM page WHERE chunk_count <> (
       SELECT count(*) FROM chunk WHERE chunk.id BETWEEN first_chunk_id AND first_chunk_id + chunk_count - 1
         AND chunk.page_id = page.id)`,
  ],
  [
    "pages without markdown or vectors",
    `SELECT count(*) AS n FROM page WHERE chunk_count > 0 AND 2 <> (
       SELECT count(DISTINCT kind) FROM page_piece WHERE kind IN ('markdown', 'vectors') AND page_id = page.id)`,
  ],
  ["damage", "SELECT count(*) AS n FROM pragma_integrity_check WHERE integrity_check <> 'ok'"],
];
