import { expect, it, vi } from "vitest";
import { lowCreditsAt, PLANS, teamPlan } from "#schema/plans.ts";
import { env } from "cloudflare:test";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { tellOfLowCredits } from "./tell-of-low-credits.ts";

it("mails once when credits become few and once when they are used up, and at no other call", async () => {
  const account = await makeAccount();
  const ctx = { ...ctxOf(account), now: () => new Date("2026-11-22T00:00:00Z") };
  const sent: { id: string; values: unknown }[] = [];
  vi.spyOn(ctx.services.mailQueue, "send").mockImplementation(async (message) => {
    sent.push(message);
    return {} as never;
  });
  const line = lowCreditsAt(PLANS.Free);
  expect(line).toBe(PLANS.Free.initialCredits * 0.2);
  for (let left = PLANS.Free.initialCredits - 1; left >= 0; left -= 1)
    await tellOfLowCredits(ctx, { left, price: 1 });
  // The line of another tier does not count for this account.
  await tellOfLowCredits(ctx, { left: lowCreditsAt(PLANS.Basic), price: 1 });
  expect(sent.map(({ id, values }) => [id, values])).toEqual([
    [`low-credits_${account.userId}_2026-11_low`, { left: String(line), addLink: "/pricing" }],
    [`low-credits_${account.userId}_2026-11_none`, { left: "0", addLink: "/pricing" }],
  ]);
});

it("mails the owners of a team at a fifth of what its seats bring, and at no other number", async () => {
  const [first, second, member] = await Promise.all([makeAccount(), makeAccount(), makeAccount()]);
  const teamId = await makeTeam({
    [first.userId]: "owner",
    [second.userId]: "owner",
    [member.userId]: "member",
  });
  const SEATS = 3;
  await env.DB.prepare("UPDATE teams SET number_of_paid_seats = ?, tier = 'Pro' WHERE id = ?")
    .bind(SEATS, teamId)
    .run();
  const ctx = { ...ctxOf(first), scope: { owner: { kind: "team" as const, id: teamId } } };
  const sent: { id: string; to: string; values: { left: string; addLink: string } }[] = [];
  vi.spyOn(ctx.services.mailQueue, "send").mockImplementation(async (message) => {
    sent.push(message as (typeof sent)[number]);
    return {} as never;
  });
  const line = lowCreditsAt(teamPlan(SEATS));
  for (const left of [line + 1, line, line - 1, lowCreditsAt(teamPlan(2)), lowCreditsAt(teamPlan(1)), 1, 0])
    await tellOfLowCredits(ctx, { left, price: 1 });
  expect(new Set(sent.map(({ to }) => to)).size).toBe(2);
  expect(sent.map(({ values }) => values.left)).toEqual([line, line, 0, 0].map(String));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
  expect(sent[0]!.values.addLink).toBe(`/team?teamId=${teamId}#billing`);
});
