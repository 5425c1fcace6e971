import { afterEach, describe, expect, it, vi } from "vitest";
import { allowanceOf, clockAt, payer } from "#tests/support/credits.workers.ts";

const NOTE = { details: "search", metadata: {} };

afterEach(() => vi.useRealTimers());

/** A payer with plenty of credits, and a way to ask for credits as one member. */
async function rich() {
  const { counter } = payer();
  await counter.grant("g", 1_000, "purchase");
  let calls = 0;
  const ask = async (label: string, credits: number | null, price = 1) =>
    await counter.reserve(`op ${(calls += 1)}`, price, { limits: [{ label, credits }] });
  return { counter, ask, latest: () => `op ${calls}` };
}

describe("a limit of a spender", () => {
  it("lets exactly as much through as it says, however many ask at once, and takes nothing from the balance beyond", async () => {
    const { counter, ask } = await rich();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask("member a", 7)));
    const outcomes = answers.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "reserved")).toHaveLength(7);
    expect(answers.find(({ outcome }) => outcome === "limited")).toMatchObject({
      limitedBy: { label: "member a" },
    });
    expect(await counter.balance()).toMatchObject({ available: 993, reserved: 7 });
    expect(await ask("member b", 7)).toMatchObject({ outcome: "reserved" });
  });

  it("does not count what was given back, and counts what was spent before the limit was set", async () => {
    const { counter, ask, latest } = await rich();
    await ask("key k", null, 3);
    await counter.post(latest(), NOTE);
    expect(await ask("key k", 4, 2)).toMatchObject({ outcome: "limited" });
    await ask("key k", 4);
    expect(await ask("key k", 4)).toMatchObject({ outcome: "limited" });
    await ask("key k", null);
    await counter.void(latest());
    await counter.refund("refund", "op 1", "an error on our side");
    expect(await ask("key k", 4, 3)).toMatchObject({ outcome: "reserved" });
    expect(await ask("key k", 4)).toMatchObject({ outcome: "limited" });
  });

  it("of several each holds, and what one refuses counts for none", async () => {
    const { counter } = await rich();
    const limits = [
      { label: "key k", credits: 5 },
      { label: "member a", credits: 1 },
    ];
    expect(await counter.reserve("1", 1, { limits })).toMatchObject({ outcome: "reserved" });
    for (const opId of ["2", "3", "4", "5", "6"])
      expect(await counter.reserve(opId, 1, { limits })).toMatchObject({ limitedBy: { label: "member a" } });
    const ofKey = limits.slice(0, 1);
    expect(await counter.reserve("7", 4, { limits: ofKey })).toMatchObject({ outcome: "reserved" });
    expect(await counter.reserve("8", 1, { limits: ofKey })).toMatchObject({ limitedBy: { label: "key k" } });
  });

  it("begins anew with the payer's month, and with the calendar's for who has no plan", async () => {
    const { counter, ask, latest } = await rich();
    clockAt("2031-03-31T23:59:00Z");
    expect(await ask("member a", 1)).toMatchObject({ outcome: "reserved" });
    expect(await ask("member a", 1)).toMatchObject({ outcome: "limited" });
    clockAt("2031-04-01T00:00:01Z");
    expect(await ask("member a", 1)).toMatchObject({ outcome: "reserved" });
    clockAt("2031-04-10T00:00:00Z");
    await counter.setPlan(allowanceOf(10, new Date("2031-04-10T00:00:00Z")));
    expect(await ask("member a", 1)).toMatchObject({ outcome: "reserved" });
    await counter.post(latest(), NOTE);
    clockAt("2031-05-09T23:59:00Z");
    expect(await ask("member a", 1)).toMatchObject({ outcome: "limited" });
    clockAt("2031-05-10T00:00:00Z");
    expect(await ask("member a", 1)).toMatchObject({ outcome: "reserved" });
  });
});
