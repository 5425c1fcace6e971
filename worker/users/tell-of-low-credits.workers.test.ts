import { expect, it, vi } from "vitest";
import { PLANS } from "#schema/plans.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { lowCreditsAt, tellOfLowCredits } from "./tell-of-low-credits.ts";

it("mails once when credits become few and once when they are used up, and at no other call", async () => {
  const account = await makeAccount();
  const ctx = { ...ctxOf(account), now: () => new Date("2026-11-22T00:00:00Z") };
  const sent: { id: string; values: unknown }[] = [];
  vi.spyOn(ctx.services.mailQueue, "send").mockImplementation(async (message) => {
    sent.push(message);
    return {} as never;
  });
  const line = lowCreditsAt("Free");
  expect(line).toBe(PLANS.Free.initialCredits * 0.2);
  for (let left = PLANS.Free.initialCredits - 1; left >= 0; left -= 1)
    await tellOfLowCredits(ctx, { left, price: 1 });
  // The line of another tier is not this account's.
  await tellOfLowCredits(ctx, { left: lowCreditsAt("Basic"), price: 1 });
  expect(sent.map(({ id, values }) => [id, values])).toEqual([
    [`low-credits_${account.userId}_2026-11_low`, { left: String(line), addLink: "/pricing" }],
    [`low-credits_${account.userId}_2026-11_none`, { left: "0", addLink: "/pricing" }],
  ]);
});
