/**
 * Steps from an empty object to the newest tables, in order. A step that has been released is never edited; the next change is a
 * new step.
 *
 * Chunks of a page have consecutive ids that are never given again, so a stale id cannot show another text, and neither table
 * needs an index on the other. The full-text tables hold streams of analysed terms and give back row ids alone. The tokenizer
 * takes every byte but white space and unused ASCII punctuation as it is.
 */
const STEPS: string[][] = [
  [
    `CREATE TABLE page (
      id INTEGER PRIMARY KEY,
      url TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      description TEXT,
      etag TEXT,
      last_modified TEXT,
      content_hash TEXT NOT NULL,
      fetched_at INTEGER NOT NULL,
      tokens INTEGER NOT NULL,
      embedder_id TEXT,
      analysis_version INTEGER NOT NULL,
      first_chunk_id INTEGER NOT NULL,
      chunk_count INTEGER NOT NULL,
      chunk_title_length INTEGER NOT NULL,
      chunk_heading_length INTEGER NOT NULL,
      chunk_body_length INTEGER NOT NULL,
      title_length INTEGER NOT NULL,
      heading_length INTEGER NOT NULL,
      body_length INTEGER NOT NULL
    )`,
    `CREATE TABLE page_piece (
      kind TEXT NOT NULL,
      page_id INTEGER NOT NULL,
      part INTEGER NOT NULL,
      data BLOB NOT NULL,
      PRIMARY KEY (kind, page_id, part)
    ) WITHOUT ROWID`,
    `CREATE TABLE chunk (
      id INTEGER PRIMARY KEY,
      page_id INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      anchor TEXT,
      heading_path TEXT NOT NULL,
      start_offset INTEGER NOT NULL,
      end_offset INTEGER NOT NULL,
      tokens INTEGER NOT NULL,
      hash TEXT NOT NULL,
      terms BLOB NOT NULL,
      text TEXT NOT NULL
    )`,
    `CREATE TABLE totals (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      pages INTEGER NOT NULL,
      chunks INTEGER NOT NULL,
      tokens INTEGER NOT NULL,
      chunk_title_length INTEGER NOT NULL,
      chunk_heading_length INTEGER NOT NULL,
      chunk_body_length INTEGER NOT NULL,
      title_length INTEGER NOT NULL,
      heading_length INTEGER NOT NULL,
      body_length INTEGER NOT NULL,
      next_chunk_id INTEGER NOT NULL
    )`,
    `INSERT INTO totals VALUES (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)`,
    ...fullText("chunk", "bm25(2.0, 2.0, 1.0)"),
    ...fullText("page", "bm25(4.0, 2.0, 1.0)"),
  ],
  // The terms of a page are no longer stored: they are counted from those of its chunks.
  [
    "DROP TABLE page_frequency",
    "DROP TABLE chunk_frequency",
    "DROP TABLE page_terms",
    "DELETE FROM page_piece WHERE kind = 'terms'",
    ...["page", "totals"].flatMap((table) =>
      ["title_length", "heading_length", "body_length"].map(
        (column) => `ALTER TABLE ${table} DROP COLUMN ${column}`,
      ),
    ),
  ],
  // A crawl asks for each text that is new under its address whether another address has it.
  ["CREATE INDEX page_text ON page (content_hash)"],
  // The language is null also for pages that were stored before; these pages are read again, since the analysis has changed.
  ["ALTER TABLE page ADD COLUMN language TEXT"],
  // The stated version is null for older pages, like the language.
  ["ALTER TABLE page ADD COLUMN stated_version TEXT"],
  [
    "CREATE TABLE shared_text (kind TEXT NOT NULL, text TEXT NOT NULL, keeper TEXT NOT NULL, PRIMARY KEY (kind, text)) WITHOUT ROWID",
    "ALTER TABLE page ADD COLUMN shared_revision INTEGER",
    // The base title is the one that other pages have too; such a page's `title` also says where the page is.
    "ALTER TABLE page ADD COLUMN base_title TEXT",
  ],
  [
    `CREATE TABLE gap (
      id TEXT PRIMARY KEY,
      asker TEXT NOT NULL,
      question TEXT,
      terms TEXT NOT NULL,
      confidence TEXT NOT NULL,
      nearest_url TEXT,
      nearest_title TEXT,
      asked_at INTEGER NOT NULL
    ) WITHOUT ROWID`,
    "CREATE INDEX gap_time ON gap (asked_at)",
  ],
  // `text_since` is the time since which a page has its text; null for older pages, whose text is at least as old as its fetch.
  [
    "ALTER TABLE page ADD COLUMN text_since INTEGER",
    `CREATE TABLE former_page (
      id INTEGER PRIMARY KEY,
      url TEXT NOT NULL,
      title TEXT NOT NULL,
      text_since INTEGER NOT NULL,
      text_until INTEGER NOT NULL
    )`,
    "CREATE INDEX former_page_url ON former_page (url, text_until)",
    "CREATE INDEX former_page_time ON former_page (text_until)",
    `CREATE VIRTUAL TABLE former_terms USING fts5(
      body, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_.$@:/-+#'"
    )`,
  ],
  // Pages that speak to a model, and pages that the owner left out, whose text is not stored.
  [
    "CREATE TABLE suspicious_page (page_id INTEGER PRIMARY KEY, found INTEGER NOT NULL, quotes TEXT NOT NULL)",
    `CREATE TABLE left_out_page (
      url TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      content_hash TEXT NOT NULL,
      links TEXT NOT NULL,
      found INTEGER NOT NULL,
      quotes TEXT NOT NULL,
      left_out_at INTEGER NOT NULL
    ) WITHOUT ROWID`,
  ],
];

/** Brings the tables of an object up to date; does nothing when they are. Returns false for an object without tables, unless `create`. */
export function prepareTables(storage: DurableObjectStorage, options: { create: boolean }): boolean {
  const { sql } = storage;
  const isNew = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'meta'").toArray().length === 0;
  if (isNew && !options.create) return false;
  const version = isNew
    ? 0
    : sql.exec<{ value: number }>("SELECT value FROM meta WHERE key = 'version'").one().value;
  if (version === STEPS.length) return true;
  storage.transactionSync(() => {
    if (isNew) sql.exec("CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID");
    for (const step of STEPS.slice(version)) for (const statement of step) sql.exec(statement);
    sql.exec("INSERT OR REPLACE INTO meta VALUES ('version', ?)", STEPS.length);
  });
  return true;
}

function fullText(of: "chunk" | "page", rank: string): string[] {
  return [
    `CREATE VIRTUAL TABLE ${of}_terms USING fts5(
      title, heading, body, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_.$@:/-+#'"
    )`,
    `INSERT INTO ${of}_terms (${of}_terms, rank) VALUES ('rank', '${rank}')`,
    `CREATE VIRTUAL TABLE ${of}_frequency USING fts5vocab(${of}_terms, row)`,
  ];
}
