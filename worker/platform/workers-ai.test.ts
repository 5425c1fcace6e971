import { afterEach, expect, it, vi } from "vitest";
import { runModel } from "./workers-ai.ts";

afterEach(() => vi.useRealTimers());

it("waits no longer than it may for a model that hangs (fault 45)", async () => {
  vi.useFakeTimers();
  const answer = runModel(model(), () => new Promise(() => {}), 2_000).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answer).toMatchObject({ code: "unavailable", data: { retry: true } });
  expect(vi.getTimerCount()).toBe(0);
});

it("leaves no timer behind an answer", async () => {
  vi.useFakeTimers();
  expect(await runModel(model(), () => Promise.resolve("yes"), 2_000)).toBe("yes");
  expect(vi.getTimerCount()).toBe(0);
});

it("leaves a model alone that keeps failing, and tries one call after each pause (fault 45)", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const one = model();
  let calls = 0;
  let isBack = false;
  const ask = () =>
    runModel(
      one,
      async () => {
        calls += 1;
        if (!isBack) throw new Error("3040: Capacity temporarily exceeded, please try again.");
        return "yes";
      },
      2_000,
    ).catch((error: unknown) => error);
  for (let times = 0; times < 10; times += 1) await ask();
  expect(calls).toBe(3);
  expect(await ask()).toMatchObject({ code: "unavailable", data: { retry: false, retryAfterSeconds: 2 } });
  // Another model of the binding is not affected.
  expect(await runModel({ ...one, name: "other" }, async () => "yes", 2_000)).toBe("yes");

  vi.advanceTimersByTime(2_000);
  await Promise.all([ask(), ask(), ask()]);
  expect(calls).toBe(4);
  vi.advanceTimersByTime(2_000);
  await ask();
  expect(calls).toBe(4);
  vi.advanceTimersByTime(2_000);
  isBack = true;
  expect(await ask()).toBe("yes");
  expect(await Promise.all([ask(), ask()])).toEqual(["yes", "yes"]);
});

it("asks no more on a day whose allocation is used up, and asks again on the next (fault 45)", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 22), toFake: ["Date", "setTimeout", "clearTimeout"] });
  const one = model();
  let calls = 0;
  const ask = () =>
    runModel(
      one,
      () => {
        calls += 1;
        return Promise.reject(new Error("3036: You have used up your daily free allocation"));
      },
      2_000,
    ).catch((error: unknown) => error);
  await ask();
  vi.setSystemTime(Date.UTC(2026, 10, 23, 23, 59));
  expect(await ask()).toMatchObject({ code: "resource-exhausted" });
  expect(calls).toBe(1);
  vi.setSystemTime(Date.UTC(2026, 10, 24, 0, 0, 1));
  await ask();
  expect(calls).toBe(2);
});

/** A new model without earlier calls. */
function model() {
  return { binding: {}, name: "model" };
}
