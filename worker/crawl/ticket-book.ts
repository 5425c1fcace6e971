/** No consumer is silent for longer while it lives: a fetch takes 20 s at most. */
const SILENCE_MS = 35_000;
/** A ticket may wait this long behind the tickets of other runs before it counts as lost. */
const QUEUE_PATIENCE_MS = 300_000;

/**
 * How many tickets of a run wait in the queue and how many consumers hold one. Kept in memory and lost with it, on purpose:
 * after a restart nothing is under way, and what is counted here is only ever a reason not to send a further ticket.
 */
export class TicketBook {
  #queued = 0;
  #active = 0;
  #sentAt = 0;
  /** Null while nobody is at work. */
  #contactAt: number | null = null;
  #isFresh = true;

  get isQueued(): boolean {
    return this.#queued > 0;
  }

  sent(dueAt: number): void {
    this.#queued += 1;
    this.#sentAt = dueAt;
  }

  begun(): void {
    this.#queued = Math.max(0, this.#queued - 1);
    this.#active += 1;
  }

  ended(): void {
    this.#active = Math.max(0, this.#active - 1);
    if (this.#active === 0) this.#contactAt = null;
  }

  /** A consumer was heard of; it may be busy for a known time without a word. */
  heard(now: number, busyUntil = now): void {
    this.#contactAt = Math.max(now, busyUntil - SILENCE_MS);
    this.#isFresh = false;
  }

  /** Nobody was heard of since this memory began: whatever was under way before has ended with the process. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Whether nobody is at work and nobody will be. Forgets tickets that must be lost. */
  isAbandoned(now: number): boolean {
    const isWaiting = this.#queued > 0 && now - this.#sentAt < QUEUE_PATIENCE_MS;
    const isWorking = this.#contactAt !== null && now - this.#contactAt < SILENCE_MS;
    if (isWaiting || isWorking) return false;
    this.#queued = 0;
    this.#active = 0;
    return true;
  }
}
