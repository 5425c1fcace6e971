import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { stripeEvents, teamMemberships, teams } from "#schema/index.ts";
import { PER_SEAT } from "#schema/plans.ts";
import { signedUp } from "#tests/support/browser.workers.ts";
import { customerOf, deliver, eventsOf, play, sessionAt, shopState } from "#tests/support/shop.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createServices } from "#worker/services.ts";
import { syncCatalog } from "./catalog.ts";

const CARD = "4242424242424242";
const DECLINED = "4000000000000002";
const db = connectDb(env.DB);

beforeAll(async () => {
  await syncCatalog(createServices(env).stripe!);
});

type Person = Awaited<ReturnType<typeof signedUp>>;

/** A team of an owner and so many members, and the owner's calls. */
async function team(members = 4) {
  const people = await Promise.all(Array.from({ length: members + 1 }, () => signedUp({ isVerified: true })));
  const [owner, ...others] = people as [Person, ...Person[]];
  const roles = Object.fromEntries(others.map(({ userId }) => [userId, "member" as const]));
  const teamId = await makeTeam({ [owner.userId]: "owner", ...roles });
  const path = `/api/teams/${teamId}`;
  const memberships = await db.select().from(teamMemberships).where(eq(teamMemberships.teamId, teamId));
  return {
    teamId,
    owner,
    others,
    ids: memberships.map(({ id }) => id),
    post: (call: string, body: unknown = {}, who = owner) => who.browser.post(`${path}/${call}`, body),
    put: (body: unknown, who = owner) => who.browser.send("PUT", `${path}/manage-seats`, body),
    billing: async () => (await owner.browser.get(`${path}/billing`)).body,
    invoices: async () => (await owner.browser.get(`${path}/billing/invoices`)).body.invoices,
    row: async () => (await db.select().from(teams).where(eq(teams.id, teamId)).get())!,
    seated: async () => {
      const rows = await db.select().from(teamMemberships).where(eq(teamMemberships.teamId, teamId));
      return rows.filter(({ hasPaidSeat }) => hasPaidSeat).map(({ id }) => id);
    },
    balance: () => env.CREDIT_COUNTER.getByName(`t_${teamId}`).balance(),
  };
}
type Team = Awaited<ReturnType<typeof team>>;

async function buySeats(of: Team, numberOfSeats: number): Promise<string> {
  const { body } = await of.post("create-subscription", { numberOfSeats });
  await play("pay", { session: sessionAt(body.url), card: CARD });
  expect((await of.post("billing/refresh")).status).toBe(200);
  return customerOf(of.teamId);
}

async function deliverAll(customer: string): Promise<void> {
  for (const event of await eventsOf(customer)) expect(await deliver(event)).toMatchObject({ status: 200 });
}

describe("a team's plan", () => {
  it("is bought by seats, and the team has them with their credits when it is paid", async () => {
    const of = await team();
    expect(await of.billing()).toMatchObject({ isOpen: true, hasCustomer: false, subscription: null });
    const begun = await of.post("create-subscription", {
      numberOfSeats: 5,
      priceId: "docenda_team_seat_1900",
    });
    expect(begun).toMatchObject({ status: 200, body: { success: true, url: expect.any(String) } });
    expect((await shopState()).sessions[sessionAt(begun.body.url)]!.amount_total).toBe(
      5 * PER_SEAT.priceCents,
    );
    await play("pay", { session: sessionAt(begun.body.url), card: CARD });
    await deliverAll(await customerOf(of.teamId));

    expect(await of.row()).toMatchObject({ tier: "Pro", numberOfPaidSeats: 5 });
    expect(await of.balance()).toMatchObject({ tier: "Pro", available: 5 * PER_SEAT.monthlyAllowance });
    expect((await of.billing()).subscription).toMatchObject({
      tier: "Pro",
      priceCents: 5 * PER_SEAT.priceCents,
      seats: { paid: 5, renewing: 5 },
    });
    expect((await of.invoices())[0].lines[0]).toContain("5 × Docenda Team seat");
    expect(await of.post("create-subscription", { numberOfSeats: 2 })).toMatchObject({
      status: 409,
      body: { success: false, error: "This team already has a plan. Change the number of seats instead." },
    });
    expect((await of.post("portal")).body).toMatchObject({
      success: true,
      url: expect.stringContaining("/p/"),
    });
  });

  it("is paid by owners and admins alone, at our price, for a number of seats that there is", async () => {
    const of = await team(1);
    const stranger = await signedUp({ isVerified: true });
    const calls = ["create-subscription", "purchase-credits", "portal", "billing/cancel", "billing/resume"];
    for (const who of [of.others[0]!, stranger])
      for (const call of calls)
        expect(await of.post(call, { numberOfSeats: 1, amount: 1000 }, who)).toMatchObject({
          status: 403,
          body: { success: false, error: expect.any(String) },
        });
    expect((await of.others[0]!.browser.get(`/api/teams/${of.teamId}/billing`)).status).toBe(403);
    for (const body of [
      { numberOfSeats: 0 },
      { numberOfSeats: 1.5 },
      { numberOfSeats: 501 },
      { numberOfSeats: 2, priceId: "price_1" },
    ])
      expect(await of.post("create-subscription", body)).toMatchObject({
        status: 400,
        body: { success: false, error: expect.any(String) },
      });
    expect(await of.post("portal")).toMatchObject({ status: 404, body: { success: false } });
    expect(await of.put({ paidSeatMembershipIds: of.ids, updateSubscription: true })).toMatchObject({
      status: 409,
      body: { error: "You have no plan to change: this team is on Free." },
    });
  });

  it("takes more seats at once for what the preview said, to the cent, and once when it is sent twice", async () => {
    const of = await team();
    await buySeats(of, 3);
    const { body: preview } = await of.post("billing/preview-seats", { numberOfSeats: 5 });
    expect(preview).toMatchObject({ paidSeats: 3, renewingSeats: 3, startsAt: null, monthlyCents: 9500 });
    expect(preview.dueCents).toBeGreaterThan(3700);
    const { renewingSeats, prorationDate } = preview;
    const change = {
      paidSeatMembershipIds: of.ids,
      updateSubscription: true,
      seen: { renewingSeats, prorationDate },
    };
    // A price from a future second would be lower.
    for (const seconds of [-7_200, 86_400])
      expect(
        await of.put({ ...change, seen: { renewingSeats, prorationDate: prorationDate + seconds } }),
      ).toMatchObject({ status: 409, body: { data: { reason: "preview-old" } } });
    const answers = await Promise.all([of.put(change), of.put(change)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect((await of.put(change)).status).toBe(200);
    expect((await of.invoices()).map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([
      preview.dueCents,
      3 * PER_SEAT.priceCents,
    ]);
    expect(await of.row()).toMatchObject({ numberOfPaidSeats: 5 });
    expect((await of.seated()).toSorted()).toEqual(of.ids.toSorted());
    expect(await of.balance()).toMatchObject({ allowance: 5 * PER_SEAT.monthlyAllowance });
  });

  it("goes down at the period's end, keeps what is paid until then, and can be kept whole (fault 18)", async () => {
    const of = await team();
    const customer = await buySeats(of, 5);
    expect((await of.put({ paidSeatMembershipIds: of.ids })).status).toBe(200);
    const { periodEnd } = (await of.billing()).subscription;
    const { body: preview } = await of.post("billing/preview-seats", { numberOfSeats: 3 });
    expect(preview).toMatchObject({ dueCents: 0, lines: [], startsAt: periodEnd, monthlyCents: 5700 });
    const three = { paidSeatMembershipIds: of.ids.slice(0, 3), updateSubscription: true };
    expect(await of.put({ ...three, numberOfSeats: 2 })).toMatchObject({
      status: 409,
      body: { error: "The team has 2 paid seats, and you chose 3 members." },
    });
    expect((await of.billing()).subscription.seats).toEqual({ paid: 5, renewing: 5 });
    expect((await of.put(three)).status).toBe(200);
    expect(await of.row()).toMatchObject({ numberOfPaidSeats: 5 });
    expect((await of.billing()).subscription).toMatchObject({
      priceCents: 5700,
      seats: { paid: 5, renewing: 3 },
    });
    expect(await of.balance()).toMatchObject({ allowance: 5 * PER_SEAT.monthlyAllowance });

    const more = { paidSeatMembershipIds: of.ids, updateSubscription: true, numberOfSeats: 6 };
    expect(await of.put(more)).toMatchObject({
      status: 409,
      body: { error: "3 of the 5 seats are set to renew. Keep all 5 first, then add more." },
    });
    expect((await of.put({ ...more, numberOfSeats: 5 })).status).toBe(200);
    expect((await of.billing()).subscription.seats).toEqual({ paid: 5, renewing: 5 });
    expect(await of.invoices()).toHaveLength(1);

    // Five members have a seat when three seats renew: the members who joined last lose theirs.
    expect((await of.put({ ...three, paidSeatMembershipIds: of.ids.slice(0, 3) })).status).toBe(200);
    expect((await of.put({ paidSeatMembershipIds: of.ids })).status).toBe(200);
    await play("month");
    await deliverAll(customer);
    expect(await of.row()).toMatchObject({ numberOfPaidSeats: 3 });
    expect(await of.seated()).toHaveLength(3);
    expect(await of.balance()).toMatchObject({ allowance: 3 * PER_SEAT.monthlyAllowance });
    expect((await of.invoices())[0]).toMatchObject({ amountCents: 5700 });
    expect(await of.put({ paidSeatMembershipIds: of.ids })).toMatchObject({
      status: 409,
      body: { success: false, error: "The team has 3 paid seats, and you chose 5 members." },
    });
  });

  it("lets one of two people change the number at once, and never has more flags than seats (fault 18)", async () => {
    const of = await team();
    await buySeats(of, 2);
    const change = (count: number) => ({
      paidSeatMembershipIds: of.ids.slice(0, count),
      updateSubscription: true,
      seen: { renewingSeats: 2, prorationDate: Math.floor(Date.now() / 1000) },
    });
    const answers = await Promise.all([of.put(change(3)), of.put(change(5))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.success).toBe(false);
    const { numberOfPaidSeats } = await of.row();
    expect((await of.seated()).length).toBe(numberOfPaidSeats);
    expect(await of.invoices()).toHaveLength(2);
  });

  it("changes nothing when the card does not pay, Stripe does not answer, or somebody chosen has left", async () => {
    const of = await team();
    const customer = await buySeats(of, 2);
    const change = { paidSeatMembershipIds: of.ids.slice(0, 3), updateSubscription: true };
    expect(
      await of.put({ ...change, paidSeatMembershipIds: [...of.ids.slice(0, 2), "mem_other"] }),
    ).toMatchObject({
      status: 409,
    });
    await play("card", { customer, card: DECLINED });
    expect(await of.put(change)).toMatchObject({ status: 409, body: { data: { reason: "card-declined" } } });
    await play("card", { customer, card: CARD });
    for (let attempt = 0; attempt < 3; attempt += 1) await play("fault", { fault: "500" });
    expect(await of.put(change)).toMatchObject({ status: 503, body: { success: false } });
    expect(await of.row()).toMatchObject({ numberOfPaidSeats: 2 });
    expect(await of.seated()).toEqual([]);
    expect(await of.invoices()).toHaveLength(1);
    await play("fault", { fault: "answer-lost" });
    expect((await of.put(change)).status).toBe(200);
    expect(await of.row()).toMatchObject({ numberOfPaidSeats: 3 });
    expect(await of.invoices()).toHaveLength(2);
  });

  it("buys credits that stay with the team, once", async () => {
    const of = await team(0);
    const { body } = await of.post("purchase-credits", { amount: 1000 });
    await play("pay", { session: sessionAt(body.url), card: CARD });
    const customer = await customerOf(of.teamId);
    await deliverAll(customer);
    await deliverAll(customer);
    expect(await of.balance()).toMatchObject({ purchased: 1000 });
    expect((await of.billing()).purchases).toMatchObject([{ credits: 1000, amountCents: 900 }]);
    expect(await of.post("purchase-credits", { amount: 7 })).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining("We don't sell a pack of 7 credits") },
    });
  });

  it("runs out when cancelled, is resumed until then, and leaves nobody with a seat", async () => {
    const of = await team(1);
    const customer = await buySeats(of, 2);
    await of.put({ paidSeatMembershipIds: of.ids });
    expect((await of.post("billing/cancel")).body.subscription.cancelsAt).not.toBeNull();
    expect(
      await of.put({ paidSeatMembershipIds: of.ids, updateSubscription: true, numberOfSeats: 3 }),
    ).toMatchObject({
      status: 409,
      body: { error: "This plan is cancelled. Resume it before you change the seats." },
    });
    expect((await of.post("billing/resume")).body.subscription.cancelsAt).toBeNull();
    await of.post("billing/cancel");
    await play("month");
    await deliverAll(customer);
    expect(await of.row()).toMatchObject({ tier: "Free", numberOfPaidSeats: 0 });
    expect(await of.seated()).toEqual([]);
    expect(await of.balance()).toMatchObject({ allowance: 0 });
  });

  it("ends with the team, before it is deleted, and what comes later is for nobody (fault 4)", async () => {
    const of = await team(0);
    const customer = await buySeats(of, 1);
    const { name } = await of.row();
    for (let attempt = 0; attempt < 3; attempt += 1) await play("fault", { fault: "500" });
    const path = `/api/teams/${of.teamId}?confirm=${encodeURIComponent(name)}`;
    expect((await of.owner.browser.send("DELETE", path)).status).toBe(503);
    expect(await of.row()).toMatchObject({ deletedAt: null });
    expect((await of.owner.browser.send("DELETE", path)).status).toBe(200);
    expect(
      Object.values((await shopState()).subscriptions).filter((one) => one.customer === customer),
    ).toMatchObject([{ status: "canceled" }]);

    const stripe = createServices(env).stripe!;
    const late = await stripe.customers.create({ metadata: { owner_kind: "team", owner_id: of.teamId } });
    const [event] = await eventsOf(late.id);
    expect(await deliver(event)).toEqual({ status: 200, outcome: "parked" });
    expect(await db.select().from(stripeEvents).where(eq(stripeEvents.id, event!.id)).get()).toMatchObject({
      state: "parked",
    });
  });
});
