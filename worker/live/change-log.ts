import { LIVE_TOPICS } from "#schema/values.ts";
import type { LiveTopic } from "#schema/values.ts";

type Stored = {
  sequence: number;
  /** For each topic the sequence number of its latest change. */
  topics: Partial<Record<LiveTopic, number>>;
};

/**
 * Which topics have changed since when. A change of a topic makes its earlier ones uninteresting, so the log has one
 * entry a topic however long it lives, and reaches back to its beginning.
 */
export class ChangeLog {
  readonly #kv: SyncKvStorage;
  #stored: Stored;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
    this.#stored = kv.get<Stored>("changes") ?? { sequence: 0, topics: {} };
  }

  /** Of the latest change; 0 before the first. */
  get sequence(): number {
    return this.#stored.sequence;
  }

  /** Each topic gets a sequence number of its own. Written down before this returns. */
  note(topics: readonly LiveTopic[]): void {
    const next: Stored = { sequence: this.#stored.sequence, topics: { ...this.#stored.topics } };
    for (const topic of topics) next.topics[topic] = next.sequence += 1;
    this.#stored = next;
    this.#kv.put("changes", next);
  }

  /**
   * The topics that changed after a sequence number, in the order of LIVE_TOPICS. All of them for a number that was never
   * given: it is of a log that was deleted, and nobody knows what changed since.
   */
  since(after: number): LiveTopic[] {
    const { sequence, topics } = this.#stored;
    if (after > sequence) return [...LIVE_TOPICS];
    return LIVE_TOPICS.filter((topic) => (topics[topic] ?? 0) > after);
  }

  /** As before the first change. What is stored is for the caller to delete. */
  forget(): void {
    this.#stored = { sequence: 0, topics: {} };
  }
}
