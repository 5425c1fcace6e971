import { DurableObject } from "cloudflare:workers";
import type { KeptPage } from "#worker/reader/find-page.ts";

const IDLE_MS = 30 * 60_000;
const LONGEST_LIFE_MS = 24 * 60 * 60_000;
const MAX_HASHES = 2000;
const MAX_QUERIES = 20;
const MAX_PAGES = 8;
const MAX_PAGES_BYTES = 2_000_000;
/** Time within which the same call gets the same answer and is not charged again. */
const REPLAY_WINDOW_MS = 60_000;
const MAX_ANSWERS = 32;
/** Limit on a stored value; a Durable Object allows 2 MB. */
const MAX_VALUE_BYTES = 1_000_000;

type Life = { bornAt: number; usedAt: number };
/** Memory that a new answer needs: hashes of sent chunks, and the last questions, newest first. */
export type SessionMemory = { sentChunkHashes: string[]; recentQueries: string[] };
/** Addition of one answer to the memory of its session. */
export type Given = { query: string | null; chunkHashes: string[] };
/** The answer of a call, kept for the same call again. */
type KeptAnswer = { callHash: string; answer: string };
/** Lists of the values stored under `page:` and `answer:`, oldest first. */
type KeptPages = { url: string; bytes: number }[];
type KeptAnswers = { callHash: string; at: number }[];

/**
 * Memory of one agent session. Empty and harmless for a handle that nobody has used: reading stores nothing. All of the memory is deleted
 * after 30 minutes without an answer, and 24 hours after the first answer at the latest.
 *
 * Most sessions hold one answer, so all is kept as a few values: making tables would cost more than all writes to the tables.
 */
export class McpSession extends DurableObject<Env> {
  readonly #kv = this.ctx.storage.kv;

  async memory(): Promise<SessionMemory> {
    return this.#kv.get<SessionMemory>("memory") ?? { sentChunkHashes: [], recentQueries: [] };
  }

  /** Remembers the content of an answer. Recording the same answer twice changes nothing. */
  async remember(answer: Given): Promise<void> {
    await this.#add(answer, await this.memory());
  }

  /** Forgets the passages sent before this answer, for a caller that has lost them. */
  async beginAgain(answer: Given): Promise<void> {
    await this.#add(answer, { ...(await this.memory()), sentChunkHashes: [] });
  }

  async #add(answer: Given, { sentChunkHashes, recentQueries }: SessionMemory): Promise<void> {
    const hashes = new Set([...sentChunkHashes, ...answer.chunkHashes]);
    const queries = new Set([...(answer.query ? [answer.query] : []), ...recentQueries]);
    await this.#write(() => {
      this.#kv.put<SessionMemory>("memory", {
        sentChunkHashes: [...hashes].slice(-MAX_HASHES),
        recentQueries: [...queries].slice(0, MAX_QUERIES),
      });
    });
  }

  /** Keeps pages that a following read will probably ask for. */
  async keepPages(pages: KeptPage[]): Promise<void> {
    const fitting = pages
      .map((page) => ({ page, bytes: new TextEncoder().encode(page.markdown).length }))
      .filter(({ bytes }) => bytes <= MAX_VALUE_BYTES);
    if (fitting.length === 0) return;
    const urls = new Set(fitting.map(({ page }) => page.url));
    const before = this.#kv.get<KeptPages>("pages") ?? [];
    const all = [
      ...before.filter(({ url }) => !urls.has(url)),
      ...fitting.map(({ page, bytes }) => ({ url: page.url, bytes })),
    ];
    const kept = newestWithin(all, MAX_PAGES, MAX_PAGES_BYTES);
    await this.#write(() => {
      for (const { page } of fitting) this.#kv.put(`page:${page.url}`, page);
      for (const { url } of all) if (!kept.some((entry) => entry.url === url)) this.#kv.delete(`page:${url}`);
      this.#kv.put<KeptPages>("pages", kept);
    });
  }

  async keptPage(url: string): Promise<KeptPage | null> {
    return this.#kv.get<KeptPage>(`page:${url}`) ?? null;
  }

  /** The answer that the same call got within the last 60 s, or null. */
  async replayed(callHash: string): Promise<string | null> {
    const kept = freshOf(this.#keptAnswers(), Date.now()).some((entry) => entry.callHash === callHash);
    return kept ? (this.#kv.get<string>(`answer:${callHash}`) ?? null) : null;
  }

  /** The replayed answer, and whether the session has given any answer, for a call that names the session. */
  async opened(callHash: string): Promise<{ replayed: string | null; isKnown: boolean }> {
    return { replayed: await this.replayed(callHash), isKnown: this.#kv.get<Life>("life") !== undefined };
  }

  /** Keeps the answer of a call for `replayed`. The first answer of the window stays. */
  async rememberResult(callHash: string, answer: string): Promise<void> {
    await this.#write(() => this.#keepAnswer({ callHash, answer }));
  }

  override async alarm(): Promise<void> {
    const life = this.#kv.get<Life>("life");
    const dueAt = life ? Math.min(life.usedAt + IDLE_MS, life.bornAt + LONGEST_LIFE_MS) : 0;
    if (dueAt <= Date.now()) await this.ctx.storage.deleteAll();
    else await this.ctx.storage.setAlarm(dueAt);
  }

  #keptAnswers(): KeptAnswers {
    return this.#kv.get<KeptAnswers>("answers") ?? [];
  }

  #keepAnswer({ callHash, answer }: KeptAnswer): void {
    // A character of JavaScript is at most three bytes.
    if (answer.length > MAX_VALUE_BYTES / 3) return;
    const now = Date.now();
    const before = this.#keptAnswers();
    const fresh = freshOf(before, now);
    if (fresh.some((entry) => entry.callHash === callHash)) return;
    const kept = [...fresh, { callHash, at: now }].slice(-MAX_ANSWERS);
    const keptHashes = new Set(kept.map((entry) => entry.callHash));
    for (const entry of before)
      if (!keptHashes.has(entry.callHash)) this.#kv.delete(`answer:${entry.callHash}`);
    this.#kv.put(`answer:${callHash}`, answer);
    this.#kv.put<KeptAnswers>("answers", kept);
  }

  /** Writes in one transaction. The first write sets the alarm, which then moves itself on. */
  async #write(change: () => void): Promise<void> {
    const usedAt = Date.now();
    const life = this.#kv.get<Life>("life");
    this.ctx.storage.transactionSync(() => {
      change();
      this.#kv.put<Life>("life", { bornAt: life?.bornAt ?? usedAt, usedAt });
    });
    if (!life) await this.ctx.storage.setAlarm(usedAt + IDLE_MS);
  }
}

function freshOf(answers: KeptAnswers, now: number): KeptAnswers {
  return answers.filter(({ at }) => at > now - REPLAY_WINDOW_MS);
}

/** The last entries that together keep to both limits. */
function newestWithin(pages: KeptPages, maxCount: number, maxBytes: number): KeptPages {
  let bytes = 0;
  const reversed = pages.toReversed().slice(0, maxCount);
  const tooMany = reversed.findIndex((page) => (bytes += page.bytes) > maxBytes);
  return (tooMany === -1 ? reversed : reversed.slice(0, tooMany)).toReversed();
}
