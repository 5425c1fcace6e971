import { createLog } from "#worker/platform/log.ts";
import { vectorizeStore } from "#worker/platform/vectors/vectorize-store.ts";
import type { VectorizeBinding } from "#worker/platform/vectors/vectorize-store.ts";
import type { Nearest } from "./vector-cache.ts";
import { VectorCopy } from "./vector-copy.ts";
import type { CopyPlace } from "./vector-copy.ts";

/** Wait before a copy, so that pages written within this time of each other go to the vector store together. */
const GATHER_MS = 5_000;
/** Most steps of one alarm, which may take 15 minutes; the next alarm goes on. */
const STEPS_AN_ALARM = 20;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 5 * 60_000;

/** Keeps and asks the copy of an index's vectors, by the object's alarm. Does nothing where no vector store is bound. */
export class CopyKeeper {
  readonly copy: VectorCopy;
  readonly #state: DurableObjectState;
  readonly #binding: () => VectorizeBinding | undefined;
  readonly #log = createLog({ object: "DocsIndex" });
  #isArmed = false;
  #failures = 0;

  constructor(state: DurableObjectState, binding: () => VectorizeBinding | undefined) {
    this.copy = new VectorCopy(state.storage);
    this.#state = state;
    this.#binding = binding;
  }

  /**
   * Sees to it that the vector store gets the vectors written and loses those removed; a large index begins its copy. Costs a small
   * index nothing but the call of `isLarge`.
   */
  tend(isLarge: () => boolean): void {
    if (!this.#binding()) return;
    if (isLarge()) this.copy.begin();
    else if (!this.copy.isInUse) return;
    // An alarm that is set already, such as the next try after a failure, takes these changes along.
    if (!this.#isArmed) this.#arm(GATHER_MS);
  }

  /** The chunks nearest to a question: none where there is no vector store, null when it does not answer. */
  async nearest(question: Float32Array): Promise<Nearest[] | null> {
    try {
      const place = this.#place();
      return place ? await this.copy.nearest(place, question) : [];
    } catch (error) {
      this.#log.error("vectors.question-failed", error);
      return null;
    }
  }

  /** Empties the object now, and deletes its vectors in the vector store as soon as the store answers. */
  async clear(): Promise<void> {
    this.#isArmed = false;
    const cleared = this.copy.clear();
    if (this.copy.isInUse) this.#arm(GATHER_MS);
    await cleared;
  }

  /** Runs steps of the copy. Never throws: a handler that keeps failing loses its alarm after some tries, and the copy its clock. */
  async alarm(): Promise<void> {
    this.#isArmed = false;
    try {
      const place = this.#place();
      if (!place) return;
      let isOver = false;
      for (let steps = 0; steps < STEPS_AN_ALARM && !isOver; steps++) isOver = !(await this.copy.step(place));
      this.#failures = 0;
      if (!isOver) this.#arm(0);
    } catch (error) {
      const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS);
      this.#failures += 1;
      this.#log.error("vectors.copy-failed", error, { failures: this.#failures, waitMs });
      this.#arm(waitMs);
    }
  }

  /** Sets the alarm without waiting, so that the alarm goes to the disk together with the writes before. */
  #arm(waitMs: number): void {
    this.#isArmed = true;
    void this.#state.storage.setAlarm(Date.now() + waitMs);
  }

  /** Place of the copy in the vector store, by the object's name, `<principal>/<index>/<source>`. */
  #place(): CopyPlace | null {
    const binding = this.#binding();
    if (!binding) return null;
    const [namespace, , sourceId] = (this.#state.id.name ?? "").split("/");
    if (!namespace || !sourceId)
      throw new Error("an index with vectors in the store is named after its source");
    return { store: vectorizeStore(binding), namespace, sourceId };
  }
}
