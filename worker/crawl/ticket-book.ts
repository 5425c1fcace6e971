/** Longest silence of a living consumer: a fetch takes 20 s at most. */
const SILENCE_MS = 35_000;
/** Time after which a ticket, waiting behind the tickets of other runs, counts as lost for the first time. */
const QUEUE_PATIENCE_MS = 300_000;
/** Longest wait before one more ticket is sent, whatever the queue. */
const MAX_QUEUE_PATIENCE_MS = 3_600_000;

/**
 * Counts of a run's tickets in the queue and of consumers that hold one. Kept in memory and lost with it, on purpose: after a restart
 * nothing is under way, and the counts are only ever a reason not to send a further ticket.
 */
export class TicketBook {
  #queued = 0;
  #active = 0;
  #sentAt = 0;
  /** Time of the last sign of life; null while no consumer is at work. */
  #contactAt: number | null = null;
  #isFresh = true;
  /** Doubles with each ticket taken for lost, and stays so: in a long queue the tickets sent again would make it longer. */
  #queuePatienceMs = QUEUE_PATIENCE_MS;

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

  /** Notes a sign of life of a consumer, which may be busy for a known time without a word. */
  heard(now: number, busyUntil = now): void {
    this.#contactAt = Math.max(now, busyUntil - SILENCE_MS);
    this.#isFresh = false;
  }

  /** True when no consumer was heard of since this memory began: earlier work has ended with the process. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** True when no consumer is at work and none will be. Forgets tickets that must be lost. */
  isAbandoned(now: number): boolean {
    const isWaiting = this.#queued > 0 && now - this.#sentAt < this.#queuePatienceMs;
    const isWorking = this.#contactAt !== null && now - this.#contactAt < SILENCE_MS;
    if (isWaiting || isWorking) return false;
    if (this.#queued > 0) this.#queuePatienceMs = Math.min(2 * this.#queuePatienceMs, MAX_QUEUE_PATIENCE_MS);
    this.#queued = 0;
    this.#active = 0;
    return true;
  }
}
