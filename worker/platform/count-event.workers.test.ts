import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { withCharge } from "#worker/calls/with-charge.ts";
import worker from "#worker/index.ts";
import { createServices } from "#worker/services.ts";
import { countEvent } from "./count-event.ts";

type Point = { indexes: string[]; blobs: string[]; doubles: number[] };

/** The dataset of a deployment, which keeps all its points. */
function dataset() {
  const points: Point[] = [];
  const writeDataPoint = vi.fn<AnalyticsEngineDataset["writeDataPoint"]>(
    (point) => void points.push(point as Point),
  );
  return { points, EVENTS: { writeDataPoint } };
}

const message = (agoMs: number) => ({
  id: String(agoMs),
  timestamp: new Date(Date.now() - agoMs),
  attempts: 1,
  // A message of a later build goes back untouched.
  body: { v: 99 },
  ack: () => {},
  retry: () => {},
});

it("counts a request by its route and how it ended, without what was asked", async () => {
  const { points, EVENTS } = dataset();
  const execution = createExecutionContext();
  const request = new Request("https://docenda.test/api/sources?secret=question", {
    headers: { "x-secret": "1" },
  });
  const response = await worker.fetch(request as never, { ...env, EVENTS }, execution);
  await response.body?.cancel();
  await waitOnExecutionContext(execution);
  expect(points).toEqual([
    {
      indexes: ["request"],
      blobs: ["GET", "/api/sources", "401", "unauthenticated"],
      doubles: [expect.any(Number)],
    },
  ]);
});

it("counts messages with how long the oldest of them waited", async () => {
  const { points, EVENTS } = dataset();
  const batch = { queue: "docenda-crawl", messages: [message(10), message(60_000)] };
  await worker.queue(batch as never, { ...env, EVENTS });
  expect(points).toMatchObject([{ indexes: ["messages"], blobs: ["docenda-crawl"] }]);
  const [lagMs, messages] = points[0]!.doubles;
  expect(messages).toBe(2);
  expect(lagMs).toBeGreaterThanOrEqual(60_000);
});

it("counts an answer that was free", async () => {
  const { points, EVENTS } = dataset();
  const account = await makeAccount();
  const ctx = { ...ctxOf(account), services: createServices({ ...env, EVENTS }) };
  const charge = {
    operation: "search",
    price: 1,
    callId: "free",
    note: { details: "q", metadata: {} },
  } as const;
  await withCharge(ctx, charge, async () => ({ isBillable: false, tokens: { sent: 0, ofFullPages: 0 } }));
  await ctx.settled();
  expect(points).toEqual([{ indexes: ["free-answer"], blobs: [], doubles: [] }]);
});

it("has the same columns for every event of a kind", () => {
  const { points, EVENTS } = dataset();
  countEvent(EVENTS, { kind: "run-ended", status: "COMPLETE", pages: 3 });
  countEvent(EVENTS, { kind: "history", rows: 2, lagMs: 40 });
  expect(points).toEqual([
    { indexes: ["run-ended"], blobs: ["COMPLETE"], doubles: [3] },
    { indexes: ["history"], blobs: [], doubles: [40, 2] },
  ]);
});
