import { createScheduledController, env } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import worker from "./index.ts";

it("the clock's other chores go on when one fails", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const logs = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const broken = {
    prepare: () => {
      throw new Error("D1 is away");
    },
  };
  const without = { ...env, DB: broken } as unknown as Env;
  const execution = { waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined) };
  await worker.scheduled(createScheduledController(), without, execution as ExecutionContext);
  const lines = [...errors.mock.calls, ...logs.mock.calls].map((call) => JSON.stringify(call));
  const failed = new Set(
    lines.flatMap((line) => [...line.matchAll(/"chore\W+(\w+)/g)].map(([, chore]) => chore)),
  );
  expect([...failed]).toEqual(
    expect.arrayContaining(["sweepRuns", "refreshDueSources", "recheckRepositories"]),
  );
  vi.restoreAllMocks();
});
