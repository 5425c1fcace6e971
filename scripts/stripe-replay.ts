/**
 * `npm run stripe:replay -- [hours]`: sends the product again what Stripe told in the last hours (24 unless told), the oldest first. What
 * was done already has no effect; what was parked or lost has it now.
 */
import { sendSigned, stripeSettings } from "./stripe-settings.ts";

const hours = Number(process.argv[2] ?? 24);
if (!(hours > 0)) throw new Error(`"${process.argv[2]}" is no number of hours`);
const settings = stripeSettings();
const since = Math.floor(Date.now() / 1000 - hours * 3600);
const events = [];
for await (const event of settings.stripe.events.list({ created: { gte: since }, limit: 100 }))
  events.push(event);
const outcomes = new Map<string, number>();
for (const event of events.toReversed()) {
  const { outcome } = (await sendSigned(settings, "/webhooks/stripe", event)) as { outcome: string };
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  if (outcome === "parked") console.log(`parked: ${event.id}, ${event.type}`);
}
console.log(
  `${events.length} events: ${[...outcomes].map(([name, count]) => `${count} ${name}`).join(", ") || "none"}`,
);
