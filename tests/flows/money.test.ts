import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { playMoney } from "#evals/money/bench-money.ts";
import { differences } from "#evals/money/expected-money.ts";

const stateDir = mkdtempSync(join(tmpdir(), "docenda-money-"));

afterAll(() => rmSync(stateDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));

// `npm run bench -- money` plays many more.
it(
  "payments told in any order, twice, late, or not at all because of a kill end in what the shop's books ask for (faults 2, 5)",
  { timeout: 400_000 },
  async () => {
    const volume = { times: 1, histories: 20, kills: 1, together: 3, seed: 2 };
    const { orders, histories, lost, wrong } = await playMoney(stateDir, volume);
    expect([orders.buyers.length, histories.buyers.length]).toEqual([120, 20]);
    expect(orders.deliveries).toBeGreaterThan(orders.events);
    expect(lost).toMatchObject({ charges: 3, found: 3 });
    expect(wrong).toEqual([]);
  },
);

it("what somebody has is compared field by field", () => {
  const right = {
    tier: "Basic",
    allowance: 1000,
    purchased: 1000,
    purchasedByHistory: 1000,
    granted: ["purchase:pi_1", "purchase:pi_2"],
    tierInD1: "Basic",
    purchasesInD1: 2,
    undelivered: 0,
  };
  expect(differences(right, { ...right, granted: right.granted.toReversed() })).toEqual([]);
  expect(differences(right, { ...right, purchased: 2000 })).toEqual(["purchased is 2000 and must be 1000"]);
  expect(differences(right, { ...right, granted: ["purchase:pi_1"] })).toHaveLength(1);
});
