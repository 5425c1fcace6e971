import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { makeAccount, testCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { signedUp } from "#tests/support/browser.workers.ts";
import { delivered, history } from "#tests/support/credits.workers.ts";
import { customerOf, deliver, eventsOf, play, sessionAt, shopState } from "#tests/support/shop.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { withCharge } from "#worker/calls/with-charge.ts";
import { createServices } from "#worker/services.ts";
import { buyTopUp } from "./buy-top-up.ts";
import { syncCatalog } from "./catalog.ts";
import { createSubscription } from "./create-subscription.ts";
import { getBilling, refreshBilling } from "./get-billing.ts";
import { purchaseCredits } from "./purchase-credits.ts";
import { setAutoTopUp } from "./set-auto-top-up.ts";

const CARD = "4242424242424242";
const DECLINED = "4000000000000002";
const ASKS_THE_BANK = "4000002500003155";
/** Settings of the tests: a Basic plan's month and an account's first credits come to 1,200. */
const ON = { isOn: true, thresholdCredits: 900, packCredits: 1000, monthlyMaxCents: 1800 } as const;

beforeAll(async () => {
  await syncCatalog(createServices(env).stripe!);
});

// The queue is the same for every test of this runtime.
afterEach(() => {
  vi.restoreAllMocks();
});

/** The account's person at a page of ours, and the mails sent for that person. */
function personOf({ userId }: Pick<Account, "userId">) {
  const actor = {
    kind: "session" as const,
    userId,
    sessionId: "ses_test",
    isEmailVerified: true,
    signedInAt: new Date(),
  };
  const ctx = testCtx(actor, { kind: "user", id: userId });
  const mails: { id: string; template: string; values: unknown }[] = [];
  vi.spyOn(ctx.services.mailQueue, "send").mockImplementation(async (message) => {
    mails.push(message as (typeof mails)[number]);
    return {} as never;
  });
  const counter = env.CREDIT_COUNTER.getByName(`u_${userId}`);
  return { ...ctx, caller: { ...ctx.caller, origin: "https://docenda.test" }, mails, counter };
}
type Person = ReturnType<typeof personOf>;

/** Somebody with a plan, whose card is saved for it. */
async function subscriber() {
  const person = personOf(await makeAccount());
  const { url } = await createSubscription(person, { tier: "Basic" });
  await play("pay", { session: sessionAt(url), card: CARD });
  await refreshBilling(person);
  return { person, customer: await customerOf(person.scope.owner.id) };
}

async function spend(person: Person, credits: number, calls = 1): Promise<void> {
  const call = (callId: string) =>
    withCharge(
      person,
      { operation: "search", price: credits, callId, note: { details: "search", metadata: {} } },
      async () => ({ isBillable: true, tokens: { sent: 1, ofFullPages: 1 } }),
    );
  await Promise.all(Array.from({ length: calls }, () => call(person.newId("call"))));
  await person.settled();
}

/** Number of mails that credits are few or used up. */
function lowMails({ mails }: Person): number {
  return mails.filter(({ template }) => template === "low-credits").length;
}

/** Payments for packs, in cents, the oldest first. */
async function paid(customer: string): Promise<number[]> {
  const { paymentIntents } = await shopState();
  return Object.values(paymentIntents as Record<string, Record<string, any>>)
    .filter((one) => one["customer"] === customer && one["metadata"].top_up && one["status"] === "succeeded")
    .map((one) => one["amount_received"] as number);
}

describe("auto top-up", () => {
  it("is off until it is turned on, and then buys one pack for a burst of calls, which the history shows", async () => {
    const { person, customer } = await subscriber();
    await spend(person, 250);
    expect((await getBilling(person)).autoTopUp).toEqual({
      isOn: false,
      settings: null,
      spentCents: 0,
      isBuying: false,
      stoppedBecause: null,
    });
    expect((await setAutoTopUp(person, ON)).autoTopUp).toMatchObject({ isOn: true, spentCents: 0 });
    await spend(person, 10, 30);
    expect(await paid(customer)).toEqual([900]);
    expect(await person.counter.balance()).toMatchObject({ available: 1200 - 250 - 300 + 1000 });
    expect((await getBilling(person)).autoTopUp).toMatchObject({ isOn: true, spentCents: 900 });
    // The webhooks of the payment grant nothing more.
    for (const event of await eventsOf(customer)) expect(await deliver(event)).toMatchObject({ status: 200 });
    expect(await person.counter.balance()).toMatchObject({ available: 1650 });
    const userId = person.scope.owner.id;
    await delivered(userId, 33);
    const rows = (await history(userId)).filter(({ source }) => source === "purchase");
    expect(rows).toMatchObject([{ amount: 1000, details: "Auto top-up" }]);
    expect(person.mails).toEqual([]);
  });

  it("buys at once where credits are few already, and nothing beyond the month's maximum", async () => {
    const { person, customer } = await subscriber();
    await spend(person, 400);
    expect((await setAutoTopUp(person, ON)).autoTopUp).toMatchObject({ isOn: true, spentCents: 900 });
    await spend(person, 1000);
    expect(await paid(customer)).toEqual([900, 900]);
    await spend(person, 1000);
    await spend(person, 100, 3);
    expect(await paid(customer)).toEqual([900, 900]);
    expect((await getBilling(person)).autoTopUp).toMatchObject({ isOn: true, spentCents: 1800 });
    await setAutoTopUp(person, { isOn: false });
    await setAutoTopUp(person, { ...ON, monthlyMaxCents: 2700 });
    expect(await paid(customer)).toEqual([900, 900, 900]);
  });

  it("mails that credits are low once it buys no more: not while the month's maximum has room, nor before a refusal", async () => {
    const settings = { ...ON, thresholdCredits: 100, monthlyMaxCents: 900 };
    const { person } = await subscriber();
    await setAutoTopUp(person, settings);
    await spend(person, 1000);
    expect(lowMails(person)).toBe(0);
    await spend(person, 100);
    expect(await person.counter.balance()).toMatchObject({ available: 1100 });
    await spend(person, 900);
    expect(lowMails(person)).toBe(1);

    const { person: refused, customer } = await subscriber();
    await setAutoTopUp(refused, { ...settings, thresholdCredits: 900 });
    await play("card", { customer, card: DECLINED });
    await spend(refused, 400);
    expect(lowMails(refused)).toBe(0);
    await spend(refused, 600);
    expect(lowMails(refused)).toBe(1);
  });

  it.each([
    [DECLINED, "card-declined"],
    [ASKS_THE_BANK, "confirmation-needed"],
  ])("ends and mails once when the card %s does not pay", async (card, because) => {
    const { person, customer } = await subscriber();
    await setAutoTopUp(person, ON);
    await play("card", { customer, card });
    await spend(person, 100, 5);
    expect((await getBilling(person)).autoTopUp).toMatchObject({
      isOn: false,
      spentCents: 0,
      stoppedBecause: because,
    });
    await spend(person, 10);
    expect(await paid(customer)).toEqual([]);
    expect(person.mails).toMatchObject([
      {
        id: `auto-top-up-stopped_${person.scope.owner.id}_1`,
        template: "auto-top-up-stopped",
        values: { because, credits: "1,000", amount: "$9.00" },
      },
    ]);
    await play("card", { customer, card: CARD });
    expect((await setAutoTopUp(person, ON)).autoTopUp).toMatchObject({ isOn: true, stoppedBecause: null });
    expect(await paid(customer)).toEqual([900]);
  });

  it("pays once when the answer of Stripe is lost and the purchase is given out again", async () => {
    const { person, customer } = await subscriber();
    await spend(person, 250);
    await setAutoTopUp(person, ON);
    const { topUp } = await person.counter.reserve("crossing", 100);
    expect(topUp).toEqual({ number: 1, credits: 1000, priceCents: 900, tries: 1 });
    for (let time = 0; time < 3; time += 1) await play("fault", { fault: "answer-lost" });
    await expect(buyTopUp(person, topUp!)).rejects.toThrow("An unknown error occurred");
    expect(await paid(customer)).toEqual([900]);
    expect((await getBilling(person)).autoTopUp).toMatchObject({ isOn: true, spentCents: 900 });
    await buyTopUp(person, { ...topUp!, tries: 2 });
    await buyTopUp(person, { ...topUp!, tries: 3 });
    expect(await paid(customer)).toEqual([900]);
    expect(await person.counter.balance()).toMatchObject({ available: 1200 - 250 - 100 + 1000 });
  });

  it("cannot be turned on without a saved card, nor with settings that make no sense", async () => {
    const buyer = personOf(await makeAccount());
    await expect(setAutoTopUp(buyer, ON)).rejects.toMatchObject({
      code: "aborted",
      data: { reason: "no-card" },
    });
    // A pack's card is not kept.
    const { url } = await purchaseCredits(buyer, { amount: 1000 });
    await play("pay", { session: sessionAt(url), card: CARD });
    await expect(setAutoTopUp(buyer, ON)).rejects.toMatchObject({ code: "aborted" });
    const { person } = await subscriber();
    for (const wrong of [{ packCredits: 999 }, { thresholdCredits: 1000 }, { monthlyMaxCents: 899 }])
      await expect(setAutoTopUp(person, { ...ON, ...wrong })).rejects.toMatchObject({
        code: "invalid-argument",
      });
    expect((await getBilling(person)).autoTopUp.isOn).toBe(false);
  });

  it("is set by who pays for a team alone", async () => {
    const [owner, member, stranger] = await Promise.all(
      Array.from({ length: 3 }, () => signedUp({ isVerified: true })),
    );
    const teamId = await makeTeam({ [owner!.userId]: "owner", [member!.userId]: "member" });
    const put = (who: typeof owner) =>
      who!.browser.send("PUT", `/api/teams/${teamId}/billing/auto-top-up`, ON);
    expect((await put(member)).status).toBe(403);
    expect((await put(stranger)).status).toBe(403);
    const { url } = (
      await owner!.browser.post(`/api/teams/${teamId}/create-subscription`, { numberOfSeats: 1 })
    ).body;
    await play("pay", { session: sessionAt(url), card: CARD });
    const { status, body } = await put(owner);
    expect({ status, autoTopUp: body.autoTopUp }).toMatchObject({ status: 200, autoTopUp: { isOn: true } });
  });
});
