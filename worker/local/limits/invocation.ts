import { AsyncLocalStorage } from "node:async_hooks";

/** Counts of one invocation: a request, batch, tick of the clock or call of an object. */
type Invocation = { subrequests: number; connections: number; waiting: (() => void)[] };

/** Most subrequests in the paid plan (Workers, "Limits", account plan limits); queries of D1 and calls of objects count as well. */
export const MAX_SUBREQUESTS = 10_000;
/** Most connections that wait for their first byte at once (Workers, "Limits", simultaneous open connections). One more waits its turn. */
export const MAX_CONNECTIONS = 6;

const current = new AsyncLocalStorage<Invocation>();

/** Runs work as an invocation with counts of its own; within another invocation, as a part of that one. */
export function asInvocation<T>(work: () => T): T {
  if (current.getStore()) return work();
  return current.run({ subrequests: 0, connections: 0, waiting: [] }, work);
}

/** Counts a subrequest as the platform does. Throws the platform's error when there were too many. */
export function countSubrequest(): void {
  const invocation = current.getStore();
  if (invocation && ++invocation.subrequests > MAX_SUBREQUESTS) throw new Error("Too many subrequests.");
}

/** Runs a request that needs a connection, once one is free. */
export async function overConnection<T>(ask: () => Promise<T>): Promise<T> {
  countSubrequest();
  const invocation = current.getStore();
  if (!invocation) return await ask();
  if (invocation.connections < MAX_CONNECTIONS) invocation.connections++;
  else await new Promise<void>((settle) => invocation.waiting.push(settle));
  try {
    return await ask();
  } finally {
    // The next waiting request takes this connection over.
    const next = invocation.waiting.shift();
    if (next) next();
    else invocation.connections--;
  }
}
