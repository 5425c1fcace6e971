import { CREDIT_PACKS } from "#schema/plans.ts";
import type { ShopEvent } from "#local/stand-ins/stripe/objects.ts";
import { planLookupKey } from "#worker/billing/catalog.ts";
import { seededRandom } from "../random.ts";
import { buyerId } from "./money-world.ts";
import type { Buyer, MoneyWorld } from "./money-world.ts";

export type Delivered = { buyers: Buyer[]; events: number; deliveries: number; seconds: number };

/** People whose events are on their way at the same time. */
const AT_ONCE = 16;
const FIVE = [
  "customer.subscription.created",
  "invoice.paid",
  "checkout.session.completed",
  "payment_intent.succeeded",
  "charge.succeeded",
];
const MOST_STEPS = 8;

/**
 * Every order of five events of one purchase, `times` times, each with a person of its own: in each order some events come twice, the
 * second time late or at the same moment as another one.
 */
export async function deliverOrders(
  world: MoneyWorld,
  { first, times, seed }: { first: number; times: number; seed: number },
): Promise<Delivered> {
  const orders = permutations([0, 1, 2, 3, 4]);
  return forEachBuyer(world, first, orders.length * times, async (buyer, number) => {
    const random = seededRandom(seed + number);
    await world.buyPlan(buyer, "Basic");
    await world.buyPack(buyer, CREDIT_PACKS[0]!);
    const events = world.eventsOf(buyer);
    const five = FIVE.map((type) => events.findLast((event) => event.type === type)!);
    const order = orders[number % orders.length]!.map((index) => five[index]!);
    return { events: order.length, deliveries: await deliverWithSeconds(world, order, random) };
  });
}

/**
 * Random histories of people who buy, change, cancel, are refunded and dispute. Their events come in any order, some twice and some long
 * after later ones, while the history goes on.
 */
export async function deliverHistories(
  world: MoneyWorld,
  { first, histories, seed }: { first: number; histories: number; seed: number },
): Promise<Delivered> {
  return forEachBuyer(world, first, histories, async (buyer, number) => {
    const random = seededRandom(seed + number);
    const waiting: ShopEvent[] = [];
    let taken = 0;
    let deliveries = 0;
    const steps = 2 + Math.floor(random() * (MOST_STEPS - 1));
    for (let step = 0; step < steps; step += 1) {
      await live(world, buyer, random);
      waiting.push(...world.eventsOf(buyer).slice(taken));
      taken = world.eventsOf(buyer).length;
      // About half of what waits is delivered now, the rest comes after later events.
      const now = waiting.filter(() => random() < 0.5);
      for (const event of now) waiting.splice(waiting.indexOf(event), 1);
      deliveries += await deliverWithSeconds(world, shuffled(now, random), random);
    }
    deliveries += await deliverWithSeconds(world, shuffled(waiting, random), random);
    return { events: taken, deliveries };
  });
}

/** One thing that happens in a life with the product. */
async function live(world: MoneyWorld, buyer: Buyer, random: () => number): Promise<void> {
  const { shop } = world;
  const subscription = Object.values(shop.state.subscriptions).find(
    (one) => one.customer === buyer.customer && one.status === "active",
  );
  const charge = pick(
    Object.values(shop.state.charges).filter(
      (one) => one.customer === buyer.customer && one.metadata.credits !== undefined && !one.disputed,
    ),
    random,
  );
  const dispute = Object.values(shop.state.disputes).find(
    (one) => one.status === "needs_response" && shop.state.charges[one.charge]?.customer === buyer.customer,
  );
  const deeds: (() => unknown)[] = [() => world.buyPack(buyer, pick(CREDIT_PACKS, random)!)];
  if (!subscription) deeds.push(() => world.buyPlan(buyer, random() < 0.5 ? "Basic" : "Pro"));
  else {
    const path = `/v1/subscriptions/${subscription.id}`;
    const isEnding = String(!subscription.cancel_at_period_end);
    const tier = subscription.items.data[0]?.price.metadata.tier === "Pro" ? "Basic" : "Pro";
    deeds.push(
      () => world.ask("POST", path, { cancel_at_period_end: isEnding }),
      () => world.ask("POST", path, { "items[0][price]": world.priceOf(planLookupKey(tier)) }),
      () => world.ask("DELETE", path),
    );
  }
  if (charge && charge.amount_refunded < charge.amount) {
    const left = charge.amount - charge.amount_refunded;
    deeds.push(() => shop.refund(charge.id, random() < 0.5 ? null : 1 + Math.floor(random() * left)));
    if (charge.amount_refunded === 0) deeds.push(() => shop.dispute(charge.id));
  }
  if (dispute) deeds.push(() => shop.closeDispute(dispute.id, random() < 0.5 ? "won" : "lost"));
  await pick(deeds, random)!();
}

/** Delivers events in their order; about half of them come a second time, at once with another one or after all. Gives the number. */
async function deliverWithSeconds(
  world: MoneyWorld,
  events: readonly ShopEvent[],
  random: () => number,
): Promise<number> {
  const late: ShopEvent[] = [];
  let deliveries = 0;
  for (const event of events) {
    const draw = random();
    const copies = draw < 0.25 ? [event, event] : [event];
    if (draw >= 0.25 && draw < 0.5) late.push(event);
    await Promise.all(copies.map((copy) => world.deliver(copy)));
    deliveries += copies.length;
  }
  await Promise.all(late.map((event) => world.deliver(event)));
  return deliveries + late.length;
}

async function forEachBuyer(
  world: MoneyWorld,
  first: number,
  count: number,
  play: (buyer: Buyer, number: number) => Promise<{ events: number; deliveries: number }>,
): Promise<Delivered> {
  const start = performance.now();
  const done: Delivered = { buyers: [], events: 0, deliveries: 0, seconds: 0 };
  let next = 0;
  const work = async () => {
    while (next < count) {
      const number = next++;
      const buyer = await world.becomeCustomer(buyerId(first + number));
      const { events, deliveries } = await play(buyer, number);
      done.buyers.push(buyer);
      done.events += events;
      done.deliveries += deliveries;
      if (done.buyers.length % 500 === 0) console.log(`${done.buyers.length} of ${count} people`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { ...done, seconds: (performance.now() - start) / 1000 };
}

function pick<T>(all: readonly T[], random: () => number): T | undefined {
  return all[Math.floor(random() * all.length)];
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, draw: random() }))
    .toSorted((a, b) => a.draw - b.draw)
    .map(({ one }) => one);
}

function permutations<T>(all: T[]): T[][] {
  if (all.length <= 1) return [all];
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}
