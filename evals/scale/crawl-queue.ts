/** Runs of one tenant: so many, of so many pages each, all asked for at the same second. */
export type Tenant = { name: string; runs: number; pages: number; atSecond: number };

export type Waited = { name: string; firstSeconds: number; doneSeconds: number };

/** `runs`: the queue as it is, tickets in the order in which they came. `tenants`: each tenant's tickets in turn. */
export type Order = "runs" | "tenants";

export type QueueSettings = {
  consumers: number;
  pagesPerTicket: number;
  ticketSeconds: number;
  order: Order;
  /** A run whose ticket waits longer takes it for lost and sends another (QUEUE_PATIENCE_MS of worker/crawl/ticket-book.ts). */
  patienceSeconds: number;
  /** The patience doubles up to this with each ticket sent again (MAX_QUEUE_PATIENCE_MS). */
  maxPatienceSeconds: number;
};

type Run = {
  tenant: number;
  left: number;
  queued: number;
  sentAt: number;
  patience: number;
  workedAt: number;
  hasSecond: boolean;
};

/** A run with more pages than this has a second ticket (PAGES_FOR_SECOND_TICKET of worker/crawl/crawl-run.ts). */
const PAGES_FOR_SECOND_TICKET = 50;
/** A run that nobody works on for so long looks whether its ticket was lost (SILENCE_MS of worker/crawl/ticket-book.ts). */
const SILENCE_SECONDS = 35;

/**
 * The queue of crawls in steps of a ticket: each consumer takes the next one and reads its run's pages, which two tickets of a run share;
 * a run that has pages left and no ticket in the queue sends another. Says of each tenant how long it waits for its first page and for
 * all of its pages, and how many tickets the queue held at most.
 */
export function crawlWaits(
  tenants: Tenant[],
  settings: QueueSettings,
): { waits: Waited[]; mostTickets: number } {
  const { consumers, pagesPerTicket, ticketSeconds, order, patienceSeconds, maxPatienceSeconds } = settings;
  const waits = tenants.map(({ name }) => ({ name, firstSeconds: NaN, doneSeconds: NaN }));
  const runsLeft = tenants.map(({ runs }) => runs);
  const queue = ticketQueue(order === "runs" ? 1 : tenants.length);
  const open = new Set<Run>();
  const send = (run: Run, second: number) => {
    run.queued++;
    run.sentAt = second;
    queue.add(order === "runs" ? 0 : run.tenant, run);
  };
  const coming = tenants
    .map((tenant, index) => ({ ...tenant, index }))
    .sort((a, b) => a.atSecond - b.atSecond);
  let mostTickets = 0;
  for (let second = 0; coming.length > 0 || open.size > 0; second += ticketSeconds) {
    while (coming.length > 0 && coming[0]!.atSecond <= second) {
      const { index, runs, pages } = coming.shift()!;
      for (let i = 0; i < runs; i++) {
        const run = {
          tenant: index,
          left: pages,
          queued: 0,
          sentAt: 0,
          patience: patienceSeconds,
          workedAt: -Infinity,
          hasSecond: false,
        };
        open.add(run);
        send(run, second);
      }
    }
    mostTickets = Math.max(mostTickets, queue.length());
    const taken: Run[] = [];
    while (taken.length < consumers && queue.length() > 0) {
      const run = queue.next();
      run.queued = Math.max(0, run.queued - 1);
      // A ticket of a run that is over ends at once.
      if (run.left > 0) taken.push(run);
    }
    const end = second + ticketSeconds;
    for (const run of new Set(taken)) {
      const wait = waits[run.tenant]!;
      const since = second - tenants[run.tenant]!.atSecond;
      if (Number.isNaN(wait.firstSeconds)) wait.firstSeconds = since;
      run.left -= pagesPerTicket;
      run.workedAt = end;
      if (run.left <= 0) {
        open.delete(run);
        if (--runsLeft[run.tenant]! === 0) wait.doneSeconds = since + ticketSeconds;
        continue;
      }
      if (run.queued === 0) send(run, end);
      if (!run.hasSecond && run.left > PAGES_FOR_SECOND_TICKET) send(run, end);
      run.hasSecond = true;
    }
    for (const run of open) {
      const isWaiting = run.queued > 0 && end - run.sentAt < run.patience;
      if (isWaiting || end - run.workedAt < SILENCE_SECONDS) continue;
      if (run.queued > 0) run.patience = Math.min(2 * run.patience, maxPatienceSeconds);
      run.queued = 0;
      send(run, end);
    }
  }
  return { waits, mostTickets };
}

/** Lists that are served in turn, each from its beginning. */
function ticketQueue(count: number) {
  const lists = Array.from({ length: count }, () => ({ runs: [] as Run[], from: 0 }));
  let turn = 0;
  let length = 0;
  return {
    length: () => length,
    add(list: number, run: Run): void {
      lists[list]!.runs.push(run);
      length++;
    },
    /** There must be one. */
    next(): Run {
      while (lists[turn]!.from === lists[turn]!.runs.length) turn = (turn + 1) % count;
      const list = lists[turn]!;
      turn = (turn + 1) % count;
      length--;
      return list.runs[list.from++]!;
    },
  };
}
