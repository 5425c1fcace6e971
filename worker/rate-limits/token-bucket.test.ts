import { array, assert, integer, property, record } from "fast-check";
import { expect, it } from "vitest";
import { TokenBucket } from "./token-bucket.ts";

const PACE = { max: 60, windowSeconds: 60 };

it("is full to begin with, refuses when it is empty, says when to come back, and fills evenly", () => {
  const bucket = new TokenBucket(PACE, 0);
  for (let n = 59; n >= 0; n -= 1)
    expect(bucket.take(PACE, 0)).toEqual({ isAllowed: true, remaining: n, retryAfterMs: 0 });
  expect(bucket.take(PACE, 0)).toEqual({ isAllowed: false, remaining: 0, retryAfterMs: 1000 });
  expect(bucket.take(PACE, 400)).toMatchObject({ isAllowed: false, retryAfterMs: 600 });
  expect(bucket.take(PACE, 1000)).toMatchObject({ isAllowed: true, remaining: 0 });
  expect(bucket.take(PACE, 3000, 3)).toMatchObject({ isAllowed: false, remaining: 2, retryAfterMs: 1000 });
  expect(bucket.take(PACE, 999_000)).toMatchObject({ isAllowed: true, remaining: 59 });
});

it("never gives more than its size and what came in since, whoever asks how fast", () => {
  const asks = array(
    record({ waitMs: integer({ min: -500, max: 5000 }), count: integer({ min: 1, max: 80 }) }),
  );
  assert(
    property(asks, (list) => {
      const bucket = new TokenBucket(PACE, 0);
      let [now, latest, given] = [0, 0, 0];
      for (const { waitMs, count } of list) {
        now += waitMs;
        latest = Math.max(latest, now);
        if (bucket.take(PACE, now, count).isAllowed) given += count;
      }
      expect(given).toBeLessThanOrEqual(60 + latest / 1000 + 0.001);
    }),
  );
});
