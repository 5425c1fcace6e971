import { quantile } from "../statistics.ts";

export type Latency = {
  concurrency: number;
  calls: number;
  failures: number;
  p50Ms: number;
  p95Ms: number;
  perSecond: number;
};

/**
 * Times `calls` calls, `concurrency` of them at a time. `call` gets the number of the call, from 0, and answers whether
 * it succeeded; the times of calls that failed count as well.
 */
export async function measureLatency(
  call: (index: number) => Promise<boolean>,
  options: { concurrency: number; calls: number },
): Promise<Latency> {
  const { concurrency, calls } = options;
  const timesMs: number[] = [];
  let failures = 0;
  let next = 0;
  const work = async () => {
    while (next < calls) {
      const index = next++;
      const start = performance.now();
      if (!(await call(index))) failures += 1;
      timesMs.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: concurrency }, work));
  const seconds = (performance.now() - start) / 1000;
  return {
    concurrency,
    calls,
    failures,
    p50Ms: quantile(timesMs, 0.5),
    p95Ms: quantile(timesMs, 0.95),
    perSecond: calls / seconds,
  };
}
