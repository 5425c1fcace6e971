/** Time after which the first request in line counts as gone: its client hung up, and its code never runs again. */
const GONE_AFTER_MS = 500;
/** Longest time between two looks of a request that is far back in the line. */
const LONGEST_WAIT_MS = 50;

/** Number of the next request that comes, and of the one that begins next. */
let next = 0;
let first = 0;
let firstSince = 0;

/**
 * Settles when a request may begin: one per turn of workerd's event loop, in the order in which they came. For a laptop, where the objects,
 * the database and the door are one thread, and workerd looks at its connections only when that thread has nothing left to do. Many clients
 * at once keep it busy, and a connection that is not looked at for five seconds is closed as idle, with its request unread
 * (docs/figures/runtime.md). While a request waits here, workerd looks. On the platform objects are elsewhere, so that every request waits.
 */
export async function ownTurn(): Promise<void> {
  const number = next++;
  if (number === first) firstSince = Date.now();
  for (;;) {
    // Asked before the wait: of the requests that wake up in one turn only one was the first before.
    const isFirst = number <= first;
    await scheduler.wait(Math.min(Math.max(number - first, 0), LONGEST_WAIT_MS));
    if (isFirst) break;
    // Those before it that still wait begin as well.
    if (Date.now() - firstSince > GONE_AFTER_MS) goOnWith(number);
  }
  if (number === first) goOnWith(number + 1);
}

function goOnWith(number: number): void {
  first = Math.max(first, number);
  firstSince = Date.now();
}
