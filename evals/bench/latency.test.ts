import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { markdownTable } from "./figures.ts";
import { measureLatency } from "./latency.ts";
import { watchMemory } from "./memory.ts";

it("makes each call once, never more than allowed at a time, and counts what failed", async () => {
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  const latency = await measureLatency(
    async (index) => {
      seen.push(index);
      most = Math.max(most, ++running);
      await new Promise((settle) => setImmediate(settle));
      running -= 1;
      return index % 10 !== 0;
    },
    { concurrency: 4, calls: 40 },
  );
  expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => index));
  expect(most).toBe(4);
  expect(latency).toMatchObject({ concurrency: 4, calls: 40, failures: 4 });
  expect(latency.p95Ms).toBeGreaterThanOrEqual(latency.p50Ms);
});

it("sees the memory of other processes, and none of a process that is gone", async () => {
  const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
  const pid = other.pid ?? 0;
  const own = watchMemory(() => [process.pid]).stop();
  const both = watchMemory(() => [process.pid, pid]).stop();
  expect(own).toBeGreaterThan(10);
  expect(both).toBeGreaterThan(own);
  const gone = new Promise((settle) => other.once("exit", settle));
  other.kill("SIGKILL");
  await gone;
  expect(watchMemory(() => [pid]).stop()).toBe(0);
});

it("lays out a table", () => {
  expect(
    markdownTable([
      ["site", "pages"],
      ["sqlite", 534],
    ]),
  ).toBe("| site | pages |\n| --- | ---: |\n| sqlite | 534 |");
});
