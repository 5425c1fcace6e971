import { LIVE_TOPICS } from "#schema/values.ts";
import type { LiveTopic } from "#schema/values.ts";

type Stored = {
  sequence: number;
  /** Sequence number of the latest change of each topic. */
  topics: Partial<Record<LiveTopic, number>>;
};

/**
 * A log of the topics that changed, and when. A change of a topic makes its earlier ones uninteresting, so the log has one entry a topic
 * however long it lives, and reaches back to its beginning.
 */
export class ChangeLog {
  readonly #kv: SyncKvStorage;
  #stored: Stored;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
    this.#stored = kv.get<Stored>("changes") ?? { sequence: 0, topics: {} };
  }

  /** Sequence number of the latest change; 0 before the first. */
  get sequence(): number {
    return this.#stored.sequence;
  }

  /** Notes changes, with a sequence number for each topic. Written down before this returns. */
  note(topics: readonly LiveTopic[]): void {
    const next: Stored = { sequence: this.#stored.sequence, topics: { ...this.#stored.topics } };
    for (const topic of topics) next.topics[topic] = next.sequence += 1;
    this.#stored = next;
    this.#kv.put("changes", next);
  }

  /**
   * The topics that changed after a sequence number, in the order of LIVE_TOPICS. All topics for a number that was never given: it is from
   * a deleted log, and nobody knows what changed since.
   */
  since(after: number): LiveTopic[] {
    const { sequence, topics } = this.#stored;
    if (after > sequence) return [...LIVE_TOPICS];
    return LIVE_TOPICS.filter((topic) => (topics[topic] ?? 0) > after);
  }

  /** Resets the log to before the first change. The caller deletes the stored copy. */
  forget(): void {
    this.#stored = { sequence: 0, topics: {} };
  }
}
