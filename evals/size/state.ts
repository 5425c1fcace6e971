import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PUBLIC_OWNER, principalOf } from "#worker/context.ts";
import type { SourceOwner } from "#worker/context.ts";
import type { Corpus } from "../data.ts";
import { startProduct } from "../product.ts";
import { alterationOf, rareWordsOf } from "./alter.ts";
import type { PlainDocument } from "./documents.ts";
import { ALTERED_SHARE, copiesOf, inOtherWords, readCorpora, toPage } from "./documents.ts";
import { catalogIn, docsIndexIn } from "./objects-in-node.ts";

export const CHUNKS = 100_000;
export const SMALL_SOURCES = 2_000;
export const BIG_SOURCE = "everything";
/** Titles and headings of so many pages say what a small source is about; so many of them are in its index. */
const PAGES_OUTLINED = 20;
const PAGES_INDEXED = 2;

export type SizeState = {
  apiKey: string;
  /** Names of the index objects of the large source and of a small one. */
  bigIndex: string;
  /** Of the large source. */
  pages: number;
  chunks: number;
  /** Small sources that a search can see. */
  smallSources: number;
};

/**
 * A state folder of the product with one private source of 100,000 chunks and public ones, of which `setSmallSources`
 * says how many there are. Everything is written by the product's own objects, in Node while no server runs; only the
 * rows of the sources are ours.
 */
export async function buildState(stateDir: string, corpora: readonly Corpus[]): Promise<SizeState> {
  rmSync(stateDir, { recursive: true, force: true });
  const product = await startProduct(stateDir);
  const { apiKey } = product;
  await product.server.close();
  const documents = readCorpora(corpora);
  const userId = openDatabase(stateDir).prepare("SELECT id FROM users").get()?.id;
  const owner: SourceOwner = { kind: "user", id: String(userId) };
  const big = insertSource(stateDir, owner, "src_everything", BIG_SOURCE);
  const { pages, chunks } = await fillBigSource(stateDir, big, documents);
  await fillSmallSources(stateDir, documents);
  const state = { apiKey, bigIndex: big, pages, chunks, smallSources: SMALL_SOURCES };
  writeState(stateDir, state);
  return state;
}

/** The state that an earlier run left, or null. */
export function findState(stateDir: string): SizeState | null {
  const file = join(stateDir, "size.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Lets a search see the first `count` small sources, and no other. No server may be running. */
export function setSmallSources(stateDir: string, count: number): void {
  const database = openDatabase(stateDir);
  database
    .prepare(
      `UPDATE sources SET total_pages = CASE WHEN CAST(substr(id, 11) AS INTEGER) < ? THEN ? ELSE 0 END
       WHERE owner_kind = 'public'`,
    )
    .run(count, PAGES_INDEXED);
  database.close();
}

async function fillBigSource(stateDir: string, name: string, documents: PlainDocument[]) {
  const index = docsIndexIn(stateDir, name);
  let chunks = 0;
  let pages = 0;
  for (const document of copiesOf(documents)) {
    const page = await toPage(document);
    if (page.chunks.length === 0) continue;
    await index.putPage(page);
    chunks += page.chunks.length;
    pages += 1;
    if (pages % 1000 === 0) console.log(`${pages} pages, ${chunks} chunks …`);
    if (chunks >= CHUNKS) break;
  }
  return { pages, chunks };
}

async function fillSmallSources(stateDir: string, documents: PlainDocument[]): Promise<void> {
  const rare = rareWordsOf(documents.map(({ markdown }) => markdown));
  const catalog = catalogIn(stateDir, principalOf(PUBLIC_OWNER));
  for (let i = 0; i < SMALL_SOURCES; i++) {
    const sourceId = `src_small_${i}`;
    const alter = alterationOf(rare, ALTERED_SHARE, `small ${i}`);
    // Two halves of rare words and a number, so that no two are alike and no question names one.
    const name = `${alterationOf(rare, 1, `name ${i}`)(rare[(i * 97) % rare.length]!)}${i}`;
    const own = Array.from(
      { length: PAGES_OUTLINED },
      (_, page) => documents[(i * PAGES_OUTLINED + page) % documents.length]!,
    );
    const index = docsIndexIn(stateDir, insertSource(stateDir, PUBLIC_OWNER, sourceId, name));
    for (const document of own.slice(0, PAGES_INDEXED)) {
      const page = await toPage(inOtherWords(document, alter, name));
      if (page.chunks.length > 0) await index.putPage(page);
    }
    catalog.putSource({ sourceId, name, description: null, outline: alter(outlineOf(own)) });
    if (i % 200 === 0) console.log(`${i} small sources …`);
  }
}

function outlineOf(documents: PlainDocument[]): string {
  const headings = documents.flatMap(({ markdown }) =>
    Array.from(markdown.matchAll(/^#{1,6} (.*?)(?: \{#.*\})?$/gmu), ([, heading]) => heading!),
  );
  return [...new Set([...documents.map(({ title }) => title), ...headings])].join("\n");
}

/** Answers with the name of the source's index object. */
function insertSource(stateDir: string, owner: SourceOwner, id: string, name: string): string {
  const database = openDatabase(stateDir);
  database
    .prepare(
      `INSERT INTO sources (id, owner_kind, owner_id, kind, name, url, total_pages, created_at, updated_at)
       VALUES (?, ?, ?, 'site', ?, ?, 1, 0, 0)`,
    )
    .run(id, owner.kind, owner.id, name, `https://${id.replaceAll("_", "-")}.test/`);
  database.close();
  return `${principalOf(owner)}/default/${id}`;
}

function openDatabase(stateDir: string): DatabaseSync {
  const folder = join(stateDir, "state/v3/d1/miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/u.test(name));
  if (!file) throw new Error(`there is no database in ${folder}`);
  return new DatabaseSync(join(folder, file));
}

function writeState(stateDir: string, state: SizeState): void {
  writeFileSync(join(stateDir, "size.json"), JSON.stringify(state, null, 2));
}
