import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ROOT } from "#local/root.ts";
import { Outbox } from "#worker/credits/outbox.ts";
import { Ledger } from "#worker/credits/ledger.ts";
import { allowDataModules, DISK_FILES } from "../lab/data-modules.ts";
import { openStorage } from "../lab/sql-storage.ts";

allowDataModules();
const { readDocument } = await import("#worker/content/document.ts");
const { listSections } = await import("#worker/content/sections.ts");
const { splitChunks } = await import("#worker/content/chunks.ts");
const { findCandidates } = await import("#worker/docs-index/find-candidates.ts");
const { loadVectors } = await import("#worker/docs-index/load-vectors.ts");
const { PostingCache } = await import("#worker/docs-index/postings.ts");
const { questionTerms } = await import("#worker/docs-index/question-terms.ts");
const { readChunkTexts } = await import("#worker/docs-index/read-pages.ts");
const { analysePage, insertPage } = await import("#worker/docs-index/store-page.ts");
const { prepareTables } = await import("#worker/docs-index/tables.ts");

type SqlStorage = ReturnType<typeof openStorage>["sql"];
type Rows = { read: number; written: number };
export type CountedRows = {
  pages: number;
  chunks: number;
  /** Of a search in an index of that many chunks: with everything to read from the disk, and when its terms and vectors are in memory. */
  coldSearchRead: number;
  warmSearchRead: number;
  /** Of storing one page, the mean. */
  pageWritten: number;
  /** Of reserving and posting one credit. */
  charge: Rows;
  /** Of one row of the history in D1, with its indexes. */
  historyRowBytes: number;
};

/** Documentation that every checkout has after its installation, and the questions of `npm run eval` about it. */
const CORPUS = "agents";
const DIMENSIONS = 128;
const EMBEDDER_ID = "zeros";
/** Of `page`: its unique URL and the hash of its content. */
const PAGE_INDEX_ROWS = 2;
/** `operations_open` and `operations_window` of a reservation; out of the first and into `operations_settled` when it is posted. */
const CHARGE_INDEX_ROWS = 4;
const HISTORY_ROWS = 20_000;

/**
 * Rows as the platform bills them, of the product's own modules over SQLite in this process. A row that a statement gives counts as one
 * read, of a join once for each table, and every chunk that the full-text index finds as one; a change counts as one written, with those
 * of the full-text index's own tables.
 */
export async function countRows(): Promise<CountedRows> {
  const storage = openStorage(":memory:");
  const counter = countingSql(storage.sql);
  prepareTables(storage, { create: true });
  const folder = join(ROOT, "node_modules/agents/docs");
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .sort();
  const before = storedSoFar(storage.sql);
  let chunkCount = 0;
  for (const path of pages) {
    const url = `http://${CORPUS}.test/${path}`;
    const text = readFileSync(join(folder, path), "utf8");
    const document = readDocument({ text, mediaType: "text/markdown", url });
    const { title, description, markdown } = document;
    const sections = listSections(markdown);
    const chunks = splitChunks(markdown, sections);
    chunkCount += chunks.length;
    const page = {
      url,
      title,
      description,
      markdown,
      sections,
      chunks,
      embedderId: EMBEDDER_ID,
      // Their values decide which rows are read, not how many.
      vectors: chunks.map(() => new Int8Array(DIMENSIONS).fill(1)),
      links: [],
      etag: null,
      lastModified: null,
      fetchedAt: 0,
      contentHash: createHash("sha256").update(markdown).digest("hex"),
    };
    storage.transactionSync(() => insertPage(storage.sql, page, analysePage(page), null));
  }
  const pageWritten = (storedSoFar(storage.sql) - before) / pages.length + PAGE_INDEX_ROWS;

  const questions = readFileSync(join(ROOT, "evals/own/queries.jsonl"), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { corpus: string; query: string })
    .filter(({ corpus }) => corpus === CORPUS);
  let cold = 0;
  let warm = 0;
  for (const { query } of questions) {
    const { terms } = await questionTerms({ services: { dataFiles: DISK_FILES }, log: console }, query);
    const vector = new Int8Array(DIMENSIONS).fill(1) as never;
    const postings = new PostingCache();
    const ask = () => {
      const vectors = loadedVectors ?? loadVectors(counter.sql, EMBEDDER_ID, DIMENSIONS);
      loadedVectors = vectors;
      const { candidates } = findCandidates(
        counter.sql,
        { terms, vector, embedderId: EMBEDDER_ID, limit: 64 },
        vectors,
        postings,
      );
      readChunkTexts(
        counter.sql,
        candidates.slice(0, 24).map(({ chunkId }) => chunkId),
      );
    };
    let loadedVectors: ReturnType<typeof loadVectors> = null;
    cold += counter.during(ask);
    warm += counter.during(ask);
  }
  return {
    pages: pages.length,
    chunks: chunkCount,
    coldSearchRead: cold / questions.length,
    warmSearchRead: warm / questions.length,
    pageWritten,
    charge: countCharge(),
    historyRowBytes: measureHistory(),
  };
}

function countCharge(): Rows {
  const storage = openStorage(":memory:");
  const counter = countingSql(storage.sql);
  const counted = { ...storage, sql: counter.sql } as unknown as ConstructorParameters<typeof Ledger>[0];
  const outbox = new Outbox(counted.sql);
  const ledger = new Ledger(counted, outbox);
  ledger.grant("begin", 1_000, "purchase", 0);
  const before = storedSoFar(storage.sql);
  const read = counter.during(() => {
    ledger.reserve("op_1", 1, 1_000, { windowKey: "call", apiKeyId: "key_1" });
    ledger.nextExpiry();
    ledger.post("op_1", { details: "a question", metadata: {} }, 1_020);
    const [entry] = outbox.oldest(1);
    outbox.delivered(entry!.seq);
  });
  return { read, written: storedSoFar(storage.sql) - before + CHARGE_INDEX_ROWS };
}

/** Bytes that one charge takes in the history of credits, measured with the migrations over 20,000 rows that look like those of calls. */
function measureHistory(): number {
  const db = new DatabaseSync(":memory:");
  const folder = join(ROOT, "migrations");
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort())
    db.exec(readFileSync(join(folder, file), "utf8"));
  const size = () => {
    const { bytes } = db
      .prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()")
      .get() as { bytes: number };
    return bytes;
  };
  const before = size();
  const insert = db.prepare(
    `INSERT INTO credit_transactions (id, owner_kind, owner_id, timestamp, source, amount, allowance_amount, tokens_sent,
       tokens_of_full_pages, api_key_id, details, metadata) VALUES (?, 'user', ?, ?, 'usage', -1, 1, 900, 9000, ?, ?, ?)`,
  );
  const question = "how do I run a method of an agent every day at eight in the morning";
  db.exec("BEGIN");
  for (let row = 0; row < HISTORY_ROWS; row++) {
    const owner = idLike("usr", row % 100);
    const key = idLike("key", row % 100);
    insert.run(
      `u_${owner}:${idLike("op", row)}`,
      owner,
      1_800_000_000_000 + row,
      key,
      question,
      JSON.stringify({
        operation: "search",
        args: { query: question },
        source: "agents",
        userId: owner,
        apiKeyName: "laptop",
      }),
    );
  }
  db.exec("COMMIT");
  return (size() - before) / HISTORY_ROWS;
}

/** As long as the product's ids. */
function idLike(kind: string, n: number): string {
  return `${kind}_${createHash("sha256").update(`${kind}${n}`).digest("base64url").slice(0, 20)}`;
}

function storedSoFar(sql: SqlStorage): number {
  return sql.exec<{ n: number }>("SELECT total_changes() AS n").one().n;
}

/** SQL that counts the rows that its statements give. */
function countingSql(inner: SqlStorage) {
  let rows = 0;
  const exec = (query: string, ...values: unknown[]) => {
    const cursor = inner.exec(query, ...(values as []));
    const given = cursor.toArray();
    const isFullText = query.includes("json_group_array");
    const tables = query.split(/\bJOIN\b/).length;
    rows += isFullText ? (JSON.parse(String(given[0]!.ids)) as unknown[]).length : given.length * tables;
    return {
      toArray: () => given,
      one: () => {
        if (given.length !== 1) throw new Error(`expected one row, got ${given.length}`);
        return given[0];
      },
      [Symbol.iterator]: () => given.values(),
    };
  };
  return {
    sql: { exec } as unknown as SqlStorage,
    during: (work: () => void) => {
      const before = rows;
      work();
      return rows - before;
    },
  };
}
