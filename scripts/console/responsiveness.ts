import type { CDPSession, Page } from "playwright";

/** The slowest answer of a page to an interaction, in milliseconds. */
export type Answered = {
  what: string;
  interactions: number;
  /** Time from the key or the click until the page begins to work on it. */
  inputDelayMs: number;
  /** Time until the next frame is painted, in steps of 8 ms: the metric INP is made of these times. */
  interactionMs: number;
  /** Time of the page's main thread for each interaction on average, which other work on the machine does not lengthen. */
  cpuMs: number;
};

type Seen = { id: number; delayMs: number; durationMs: number };

/** Begins to watch interactions, on every document that the page will have. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen[] = [];
    Object.assign(globalThis, { interactions: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
        if (!entry.interactionId) continue;
        seen.push({
          id: entry.interactionId,
          delayMs: entry.processingStart - entry.startTime,
          durationMs: entry.duration,
        });
      }
    }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** The slowest answer while `act` was done. The browser does not report answers within a frame, which count as 16 ms at most. */
export async function answering(page: Page, what: string, act: () => Promise<number>): Promise<Answered> {
  await page.evaluate(() => (globalThis as unknown as { interactions: Seen[] }).interactions.splice(0));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const busyBefore = await busySeconds(cdp);
  const interactions = await act();
  // The observer hears of an interaction after its frame.
  await page.waitForTimeout(400);
  const cpuMs = ((await busySeconds(cdp)) - busyBefore) * 1_000;
  await cdp.detach();
  const seen = await page.evaluate(() => (globalThis as unknown as { interactions: Seen[] }).interactions);
  return {
    what,
    interactions,
    inputDelayMs: Math.max(0, ...seen.map(({ delayMs }) => delayMs)),
    interactionMs: Math.max(16, ...seen.map(({ durationMs }) => durationMs)),
    cpuMs: cpuMs / interactions,
  };
}

async function busySeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")!.value;
}
