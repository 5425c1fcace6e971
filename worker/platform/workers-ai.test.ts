import { afterEach, expect, it, vi } from "vitest";
import { runModel } from "./workers-ai.ts";

afterEach(() => vi.useRealTimers());

it("waits no longer than it may for a model that hangs (fault 45)", async () => {
  vi.useFakeTimers();
  const answer = runModel(() => new Promise(() => {}), 2_000).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answer).toMatchObject({ code: "unavailable", data: { retry: true } });
  expect(vi.getTimerCount()).toBe(0);
});

it("leaves no timer behind an answer", async () => {
  vi.useFakeTimers();
  expect(await runModel(() => Promise.resolve("yes"), 2_000)).toBe("yes");
  expect(vi.getTimerCount()).toBe(0);
});
