import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { postToLocalDoor } from "#local/local-door.ts";
import { CREDIT_PACKS } from "#schema/plans.ts";
import { GOOD_CARD } from "./money-world.ts";
import type { Buyer, MoneyWorld } from "./money-world.ts";

export type LostCharges = {
  kills: number;
  /** Charges that Stripe made, and of which the product had no record after the kill. */
  charges: number;
  /** Charges that the comparison named as being at Stripe and not here. */
  found: number;
  buyers: Buyer[];
};

const PASSWORD = "correct horse battery";
const CHARGED_WITHIN_MS = 60_000;
const PACK = CREDIT_PACKS[0]!;

/**
 * Kills the server (SIGKILL) `kills` times in the moment after Stripe charged saved cards for `together` people's auto top-ups and before
 * its answers arrived; then starts it again and compares with Stripe, as each day. Of these charges no webhook comes before that. All of
 * their events are delivered after it, so that whatever would grant a charge a second time has its chance.
 */
export async function loseCharges(
  world: MoneyWorld,
  { kills, together }: { kills: number; together: number },
): Promise<LostCharges> {
  const result: LostCharges = { kills, charges: 0, found: 0, buyers: [] };
  for (let kill = 0; kill < kills; kill += 1) {
    const people = [];
    for (let n = 0; n < together; n += 1) people.push(await cardholder(world, kill * together + n));
    const before = new Set(Object.keys(world.shop.state.paymentIntents));
    world.shutGate();
    const orders = people.map(({ cookie }) => turnOnTopUp(world, cookie));
    const until = Date.now() + CHARGED_WITHIN_MS;
    while (world.heldPayments < together && Date.now() < until) await sleep(5);
    await world.kill();
    world.openGate();
    await Promise.all(orders);
    const charged = Object.keys(world.shop.state.paymentIntents).filter((id) => !before.has(id));
    await world.start(true);
    const { found } = await world.reconcile();
    result.charges += charged.length;
    result.found += charged.filter((id) => found.some((words) => words.includes(`Payment ${id} `))).length;
    for (const { buyer } of people) {
      for (const event of world.eventsOf(buyer)) await world.deliver(event);
      result.buyers.push(buyer);
    }
    await world.reconcile();
    console.log(`kill ${kill + 1} of ${kills}: ${result.charges} charges, ${result.found} found`);
  }
  return result;
}

/** Somebody who is signed in, with the credits of a new account and a saved card. */
async function cardholder(world: MoneyWorld, number: number): Promise<{ buyer: Buyer; cookie: string }> {
  const email = `lost-${number}@docenda.test`;
  const { userId } = z
    .looseObject({ userId: z.string() })
    .parse(await postToLocalDoor(world.server, "demo-account", { email, password: PASSWORD }));
  const signedIn = await fetch(`${world.server.url}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": `203.0.113.${number % 250}` },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!signedIn.ok) throw new Error(`sign-in answers ${signedIn.status}: ${await signedIn.text()}`);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const buyer = await world.becomeCustomer(userId);
  world.shop.state.cards[buyer.customer] = GOOD_CARD;
  for (const event of world.eventsOf(buyer)) await world.deliver(event);
  return { buyer, cookie };
}

/** Turns auto top-up on for somebody with too few credits: a pack is bought within the request, whose answer the kill takes away. */
async function turnOnTopUp({ server }: MoneyWorld, cookie: string): Promise<void> {
  const settings = { isOn: true, thresholdCredits: 999, packCredits: PACK.credits, monthlyMaxCents: 100_000 };
  await fetch(`${server.url}/api/billing/auto-top-up`, {
    method: "PUT",
    headers: { "content-type": "application/json", origin: server.url, cookie },
    body: JSON.stringify(settings),
  }).catch(() => null);
}
