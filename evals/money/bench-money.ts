import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { PLANS } from "#schema/plans.ts";
import type { BenchOptions } from "../bench/args.ts";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { differences, expectedMoney } from "./expected-money.ts";
import { loseCharges } from "./lost-charges.ts";
import { MoneyWorld } from "./money-world.ts";
import type { Buyer } from "./money-world.ts";
import { readStoredMoney } from "./stored-money.ts";
import { deliverHistories, deliverOrders } from "./webhooks.ts";

/** How much is tried: times that each of 120 orders is played, random histories, and kills with so many charges each. */
export type MoneyVolume = { times: number; histories: number; kills: number; together: number; seed: number };

const ORDERS = 120;
const VOLUME: MoneyVolume = { times: 50, histories: 5_000, kills: 4, together: 50, seed: 20_261_123 };
/** Time for the history to reach D1: objects deliver within a second of a change. */
const SETTLES_MS = 3_000;

/** Plays payments against the product in workerd, and compares what everybody has at the end with the shop's books. */
export async function benchMoney(options: BenchOptions): Promise<void> {
  rmSync(options.stateDir, { recursive: true, force: true });
  const share = (options.limit ?? 100) / 100;
  const part = (count: number) => Math.max(1, Math.round(count * share));
  const volume = {
    ...VOLUME,
    times: part(VOLUME.times),
    histories: part(VOLUME.histories),
  };
  const { orders, histories, lost, wrong } = await playMoney(options.stateDir, volume);
  const body = [
    `The product in workerd beside a stand-in for Stripe whose events are delivered by the bench, signed, over HTTP. Seed ${volume.seed}.`,
    "",
    markdownTable([
      ["", "people", "events", "deliveries", "seconds"],
      [
        `each of ${ORDERS} orders of five events, ${volume.times} times`,
        orders.buyers.length,
        orders.events,
        orders.deliveries,
        orders.seconds.toFixed(0),
      ],
      [
        "random histories: packs, plans, changes, cancellations, refunds, disputes",
        histories.buyers.length,
        histories.events,
        histories.deliveries,
        histories.seconds.toFixed(0),
      ],
    ]),
    "",
    "About half of the events come twice, at the same moment or later; in the histories about half wait until after later ones.",
    "",
    markdownTable([
      ["Charges without a record", ""],
      [
        `SIGKILL while Stripe has charged ${volume.together} cards and its answers are on the way`,
        lost.kills,
      ],
      ["Charges made then", lost.charges],
      ["Found by the comparison with Stripe", lost.found],
    ]),
    "",
    `At the end tier, monthly credits, purchased credits, granted payments and their rows in D1 of all ${orders.buyers.length + histories.buyers.length + lost.buyers.length} people are those that the`,
    `shop's books ask for, except for ${wrong.length}.`,
    ...wrong.slice(0, 20).map((words) => `- ${words}`),
  ].join("\n");
  console.log(`\n${body}`);
  writeFigures({
    name: "money",
    title: "Payments in any order, twice, late, and without a record",
    command: `npm run bench -- money${options.limit === null ? "" : ` --limit ${options.limit}`}`,
    body,
    data: {
      ...volume,
      deliveries: orders.deliveries + histories.deliveries,
      charges: lost.charges,
      found: lost.found,
      wrong: wrong.length,
    },
  });
  if (wrong.length > 0 || lost.found < lost.charges) process.exitCode = 1;
}

/** Plays all three, and says whose money is wrong at the end, in words. */
export async function playMoney(stateDir: string, volume: MoneyVolume) {
  const { times, histories: count, kills, together, seed } = volume;
  const world = await MoneyWorld.open(stateDir, ORDERS * times + count);
  try {
    const orders = await deliverOrders(world, { first: 0, times, seed });
    const histories = await deliverHistories(world, { first: ORDERS * times, histories: count, seed });
    const lost = await loseCharges(world, { kills, together });
    await sleep(SETTLES_MS);
    await world.stop();
    const wrong = [
      ...wrongOf(world, [...orders.buyers, ...histories.buyers], 0),
      ...wrongOf(world, lost.buyers, PLANS.Free.initialCredits),
    ];
    return { orders, histories, lost, wrong };
  } finally {
    await world.close();
  }
}

function wrongOf(world: MoneyWorld, buyers: readonly Buyer[], creditsAtStart: number): string[] {
  const stored = readStoredMoney(
    world.stateDir,
    buyers.map(({ userId }) => userId),
  );
  return buyers.flatMap(({ userId, customer }) => {
    const found = differences(expectedMoney(world.shop, customer, creditsAtStart), stored.get(userId)!);
    return found.length === 0 ? [] : [`${userId}: ${found.join("; ")}`];
  });
}
