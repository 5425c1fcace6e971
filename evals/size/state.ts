import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceOwner } from "#worker/context.ts";
import type { Corpus } from "../data.ts";
import { startProduct } from "../product.ts";
import type { PlainDocument } from "./documents.ts";
import { copiesOf, readCorpora, toPage } from "./documents.ts";
import { docsIndexIn } from "./objects-in-node.ts";
import { fillOnThread, PAGES_INDEXED } from "./small-sources.ts";
import { insertSource, openDatabase } from "./source-rows.ts";

export const CHUNKS = 100_000;
export const SMALL_SOURCES = 2_000;
export const BIG_SOURCE = "everything";

export type SizeState = {
  apiKey: string;
  /** Names of the index objects of the large source and of a small one. */
  bigIndex: string;
  /** Pages of the large source. */
  pages: number;
  chunks: number;
  /** Small sources that a search can see. */
  smallSources: number;
};

/**
 * A state folder of the product with one private source of 100,000 chunks and public ones, whose number `setSmallSources` sets.
 * Everything is written by the product's own objects, in Node while no server runs; only the rows of the sources are ours.
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
  const [{ pages, chunks }] = await Promise.all([
    fillBigSource(stateDir, big, documents),
    fillOnThread({ stateDir, documents, count: SMALL_SOURCES }),
  ]);
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
    if (pages % 1000 === 0) console.log(`${pages} pages, ${chunks} of ${CHUNKS} chunks …`);
    if (chunks >= CHUNKS) break;
  }
  return { pages, chunks };
}

function writeState(stateDir: string, state: SizeState): void {
  writeFileSync(join(stateDir, "size.json"), JSON.stringify(state, null, 2));
}
