/**
 * `npm run stripe:replay -- [hours]`: sends the product again all events from Stripe of the last hours (24 by default), the
 * oldest first. An event that was handled has no effect; one that was parked or lost has its effect now.
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
