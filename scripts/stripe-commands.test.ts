import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Stripe } from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "#local/root.ts";
import { startStripe } from "#local/stand-ins/stripe/start-stripe.ts";
import type { StripeStandIn } from "#local/stand-ins/stripe/start-stripe.ts";
import { CREDIT_PACKS, PER_SEAT, PLANS } from "#schema/plans.ts";

const SECRET = "whsec_of_the_commands";

/** The events that the product was sent, and its answers to the orders of `reconcile`. */
const received: { path: string; type: string }[] = [];
let reconciliation = { customers: 2, found: ["A", "B"], left: ["B"] };
let shop: StripeStandIn;

/** A product as far as the commands see it: it checks the signature, as the real one does, and answers with what it did. */
const product = createServer(async (request, response) => {
  const body = await text(request);
  const signature = String(request.headers["stripe-signature"]);
  const event = await Stripe.webhooks.constructEventAsync(body, signature, SECRET);
  received.push({ path: request.url ?? "", type: event.type });
  const isOrder = request.url?.endsWith("/reconcile");
  response.end(JSON.stringify(isOrder ? reconciliation : { outcome: "done" }));
});

beforeAll(async () => {
  await new Promise<void>((settle) => void product.listen(0, "127.0.0.1", settle));
  shop = await startStripe({ port: 0, webhookUrl: "http://127.0.0.1:9/", webhookSecret: SECRET });
});

afterAll(async () => {
  await shop.close();
  product.close();
});

async function run(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    STRIPE_SECRET_KEY: shop.secretKey,
    STRIPE_API_URL: shop.url,
    STRIPE_WEBHOOK_SECRET: `${SECRET}, whsec_former`,
    PUBLIC_ORIGIN: `http://127.0.0.1:${(product.address() as AddressInfo).port}`,
  };
  return new Promise((settle) => {
    execFile(process.execPath, [join(ROOT, "scripts", script), ...args], { env }, (error, stdout, stderr) =>
      settle({ code: Number(error?.code ?? 0), output: (stdout + stderr).trim() }),
    );
  });
}

it("stripe:sync writes what schema/plans.ts sells, once, and closes the price that it replaces", async () => {
  expect(await run("stripe-sync.ts")).toMatchObject({
    code: 0,
    output: expect.stringContaining("created price docenda_basic_900"),
  });
  const sold = () =>
    Object.values(shop.shop.state.prices)
      .filter(({ active }) => active)
      .map(({ lookup_key, unit_amount, recurring, metadata }) => [
        lookup_key,
        unit_amount,
        recurring?.interval ?? "once",
        metadata,
      ])
      .toSorted();
  const expected = [
    ["docenda_basic_900", PLANS.Basic.priceCents, "month", { tier: "Basic" }],
    ["docenda_pro_2900", PLANS.Pro.priceCents, "month", { tier: "Pro" }],
    ["docenda_team_seat_1900", PER_SEAT.priceCents, "month", { tier: "Pro" }],
    ...CREDIT_PACKS.map(({ credits, priceCents }) => [
      `docenda_pack_${credits}_${priceCents}`,
      priceCents,
      "once",
      { credits: String(credits) },
    ]),
  ].toSorted();
  expect(sold()).toEqual(expected);
  expect(await run("stripe-sync.ts")).toEqual({ code: 0, output: "Stripe has the catalog." });

  const basic = Object.values(shop.shop.state.prices).find(
    ({ lookup_key: key }) => key === "docenda_basic_900",
  )!;
  Object.assign(basic, { lookup_key: "docenda_basic_500", unit_amount: 500 });
  expect((await run("stripe-sync.ts")).output.split("\n")).toEqual([
    "created price docenda_basic_900",
    "closed price docenda_basic_500",
  ]);
  expect(sold()).toEqual(expected);
});

it("stripe:replay sends the events of the last hours again, signed, the oldest first", async () => {
  const customer = await new Stripe(shop.secretKey, {
    host: "127.0.0.1",
    port: Number(new URL(shop.url).port),
    protocol: "http",
  }).customers.create({ email: "ada@example.test" });
  shop.shop.emit("customer.updated", customer);
  expect(await run("stripe-replay.ts", "1")).toEqual({ code: 0, output: "2 events: 2 done" });
  expect(received).toEqual([
    { path: "/webhooks/stripe", type: "customer.created" },
    { path: "/webhooks/stripe", type: "customer.updated" },
  ]);
  expect(await run("stripe-replay.ts", "soon")).toMatchObject({
    code: 1,
    output: expect.stringContaining('"soon" is no number of hours'),
  });
});

it("reconcile prints what differs and fails while something is left", async () => {
  expect(await run("reconcile.ts")).toEqual({
    code: 1,
    output: "resolved A\nLEFT     B\n2 customers compared, 2 differences, 1 left",
  });
  reconciliation = { customers: 2, found: [], left: [] };
  expect(await run("reconcile.ts")).toEqual({
    code: 0,
    output: "2 customers compared, 0 differences, 0 left",
  });
});
