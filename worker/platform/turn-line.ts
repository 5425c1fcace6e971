/** Time after which the first in line counts as gone: its client hung up, and its code never runs again. */
const GONE_AFTER_MS = 500;
/** Longest time between two looks of one that is far back in the line. */
const LONGEST_WAIT_MS = 50;

/**
 * A line in which work begins one piece per turn of workerd's event loop. workerd looks at its connections only when its thread has nothing
 * left to do, and closes those that it has not looked at for five seconds as idle, though a request waits in them (docs/figures/runtime.md).
 * While work waits in a line, workerd looks.
 */
export class TurnLine {
  #next = 0;
  #first = 0;
  #firstSince = 0;

  /** Settles when the caller's work may begin, in the order of the calls. */
  async turn(): Promise<void> {
    const number = this.#next++;
    if (number === this.#first) this.#firstSince = Date.now();
    for (;;) {
      // Asked before the wait: of all that wake up in one turn only one was the first before.
      const isFirst = number <= this.#first;
      await scheduler.wait(Math.min(Math.max(number - this.#first, 0), LONGEST_WAIT_MS));
      if (isFirst) break;
      // Those before it that still wait begin as well.
      if (Date.now() - this.#firstSince > GONE_AFTER_MS) this.#goOnWith(number);
    }
    if (number === this.#first) this.#goOnWith(number + 1);
  }

  #goOnWith(number: number): void {
    this.#first = Math.max(this.#first, number);
    this.#firstSince = Date.now();
  }
}
