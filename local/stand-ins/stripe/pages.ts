import { findOpenSession, payCheckout } from "./checkout.ts";
import type { Session } from "./checkout.ts";
import { isKnownCard, missing, ShopError } from "./shop.ts";
import type { Fault, Shop } from "./shop.ts";
import { addMonths, advance, findSubscription, periodOf, upcoming } from "./subscriptions.ts";

const FAULTS: readonly Fault[] = ["402", "429", "500", "hang", "answer-lost"];

/** Sends an event of the shop once more. */
export type Resend = (eventId: string) => void;

/**
 * The pages where Stripe meets people: the checkout, the billing portal, and the shop itself at `/`, where a tester plays events that a
 * person cannot cause: refunds, disputes, a month that passes, an outage. The shop's forms answer JSON to callers that ask for JSON.
 */
export async function answerPages(shop: Shop, request: Request, resend: Resend): Promise<Response> {
  const { pathname } = new URL(request.url);
  const form = request.method === "POST" ? new URLSearchParams(await request.text()) : null;
  try {
    const [, kind, action, id = ""] = pathname.split("/");
    if (kind === "c" && action === "pay") return checkout(shop, id, form);
    if (kind === "p" && action === "session") return portal(shop, id, form);
    if (kind === "i") return invoicePage(shop, action ?? "");
    if (kind === "shop" && form) {
      const answer = play(shop, action ?? "", form, resend);
      const isPerson = request.headers.get("accept")?.includes("text/html") ?? false;
      return isPerson ? seeOther("/") : Response.json(answer ?? {});
    }
    if (kind === "shop" && action === "state") return Response.json(shop.state);
    if (pathname === "/") return shopPage(shop);
  } catch (error) {
    if (error instanceof ShopError)
      return html(error.status, "Stripe", `<p role="alert">${escaped(error.message)}</p>`);
    throw error;
  }
  return html(404, "Stripe", "<p>There is nothing at this address.</p>");
}

function checkout(shop: Shop, id: string, form: URLSearchParams | null): Response {
  if (!form) return html(200, "Pay", checkoutForm(shop, findOpenSession(shop, id)));
  const card = form.get("card") ?? "";
  const session = findOpenSession(shop, id);
  const isRefused = form.get("confirm") === "no";
  try {
    if (isRefused)
      throw new ShopError(402, {
        type: "card_error",
        message: "We could not confirm this payment. Try again or use another card.",
      });
    const outcome = payCheckout(shop, id, { card, isConfirmed: form.get("confirm") === "yes" });
    if (outcome === "needs-confirmation") return html(200, "Confirm it is you", confirmForm(id, card));
    return seeOther((outcome.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", id));
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return html(402, "Pay", checkoutForm(shop, session, error.message));
  }
}

function checkoutForm(shop: Shop, session: Session, problem?: string): string {
  const lines = session.lines.map(({ price: priceId, quantity }) => {
    const price = shop.state.prices[priceId];
    const name = shop.state.products[price?.product ?? ""]?.name ?? "";
    return `<li>${quantity} × ${escaped(name)}: ${dollars((price?.unit_amount ?? 0) * quantity)}</li>`;
  });
  const every = session.mode === "subscription" ? " per month" : "";
  return `<p>A stand-in for Stripe's checkout on this machine. No money moves.</p>
<ul>${lines.join("")}</ul>
<p><strong>${dollars(session.amount_total ?? 0)}${every}</strong></p>
${problem === undefined ? "" : `<p role="alert">${escaped(problem)}</p>`}
<form method="post"><label>Card number <input name="card" list="cards" value="4242 4242 4242 4242" autocomplete="off"></label>
${CARD_LIST}<button>Pay ${dollars(session.amount_total ?? 0)}</button></form>
<p><a href="${escaped(session.cancel_url ?? "/")}">Cancel and go back</a></p>`;
}

const CARD_LIST = `<datalist id="cards"><option value="4242 4242 4242 4242">pays</option><option value="4000 0000 0000 0002">is declined</option><option value="4000 0025 0000 3155">asks the bank (3-D Secure)</option></datalist>`;

function confirmForm(id: string, card: string): string {
  return `<p>Your bank wants to know that it is you.</p>
<form method="post" action="/c/pay/${escaped(id)}"><input type="hidden" name="card" value="${escaped(card)}">
<button name="confirm" value="yes">Complete</button> <button name="confirm" value="no">Fail</button></form>`;
}

function portal(shop: Shop, id: string, form: URLSearchParams | null): Response {
  const session = shop.state.portals[id];
  if (!session) throw missing("billing_portal.session", id);
  if (form) {
    const card = (form.get("card") ?? "").replaceAll(" ", "");
    if (isKnownCard(card)) {
      shop.state.cards[session.customer] = card;
      shop.state.choseCard[session.customer] = true;
    }
    const subscription = form.get("subscription");
    if (subscription !== null)
      setEnding(shop, subscription, session.customer, form.get("action") === "cancel");
    return seeOther(`/p/session/${id}`);
  }
  const subscriptions = Object.values(shop.state.subscriptions)
    .filter(({ customer, status }) => customer === session.customer && status !== "canceled")
    .map((subscription) => {
      const item = periodOf(subscription);
      const end = day(item.current_period_end);
      const name = escaped(shop.state.products[item.price.product]?.name ?? "");
      const [words, action, label] = subscription.cancel_at_period_end
        ? [`ends on ${end}`, "resume", "Resume plan"]
        : [
            `renews on ${end} for ${dollars(upcoming(shop, subscription).amount_due)}`,
            "cancel",
            "Cancel plan",
          ];
      return `<li>${name}: ${subscription.status}, ${words}
<form method="post"><input type="hidden" name="subscription" value="${subscription.id}"><button name="action" value="${action}">${label}</button></form></li>`;
    });
  const invoices = Object.values(shop.state.invoices)
    .filter(({ customer }) => customer === session.customer)
    .toReversed()
    .map(
      ({ id: invoiceId, number, created, amount_due, status }) =>
        `<li><a href="/i/${invoiceId}">${number}</a>, ${day(created)}: ${dollars(amount_due)}, ${status}</li>`,
    );
  return html(
    200,
    "Billing",
    `<p><a href="${escaped(session.return_url ?? "/")}">Return to Docenda</a></p>
<h2>Plan</h2><ul>${subscriptions.join("") || "<li>None</li>"}</ul>
<h2>Card</h2><p>${escaped(shop.state.cards[session.customer] ?? "None")}</p>
<form method="post"><label>New card <input name="card" list="cards" autocomplete="off"></label>${CARD_LIST}<button>Save card</button></form>
<h2>Invoices</h2><ul>${invoices.join("") || "<li>None</li>"}</ul>`,
  );
}

function setEnding(shop: Shop, id: string, customer: string, isEnding: boolean): void {
  const subscription = findSubscription(shop, id);
  if (subscription.customer !== customer) throw missing("subscription", id);
  subscription.cancel_at_period_end = isEnding;
  subscription.cancel_at = isEnding ? periodOf(subscription).current_period_end : null;
  subscription.canceled_at = isEnding ? shop.now() : null;
  shop.emit("customer.subscription.updated", subscription);
}

function invoicePage(shop: Shop, id: string): Response {
  const invoice = shop.state.invoices[id];
  if (!invoice) throw missing("invoice", id);
  const lines = invoice.lines.data.map(
    ({ description, amount }) => `<li>${escaped(description ?? "")}: ${dollars(amount)}</li>`,
  );
  return html(
    200,
    `Invoice ${invoice.number}`,
    `<p>${day(invoice.created)}, ${invoice.status}</p><ul>${lines.join("")}</ul>
<p><strong>${dollars(invoice.amount_due)}</strong></p>`,
  );
}

/** Plays an event of the shop that nobody of the product causes. */
function play(shop: Shop, action: string, form: URLSearchParams, resend: Resend): unknown {
  const value = (name: string) => form.get(name) ?? "";
  switch (action) {
    case "pay":
      return payCheckout(shop, value("session"), { card: value("card"), isConfirmed: true });
    case "refund":
      return shop.refund(value("charge"), form.get("amount") === null ? null : Number(value("amount")));
    case "dispute":
      return shop.dispute(value("charge"));
    case "close-dispute":
      return shop.closeDispute(value("dispute"), value("status") === "won" ? "won" : "lost");
    case "card":
      shop.state.cards[value("customer")] = value("card");
      return undefined;
    case "month": {
      const now = shop.now();
      return advance(shop, addMonths(now, now, 1) - now);
    }
    case "advance":
      return advance(shop, Number(value("seconds")));
    case "fault":
      if (FAULTS.includes(value("fault") as Fault)) shop.faults.push(value("fault") as Fault);
      return undefined;
    case "resend":
      return resend(value("event"));
    default:
      throw new ShopError(404, { type: "invalid_request_error", message: `The shop has no ${action}.` });
  }
}

function shopPage(shop: Shop): Response {
  const charges = Object.values(shop.state.charges)
    .toReversed()
    .map((charge) => {
      const dispute = Object.values(shop.state.disputes).find((one) => one.charge === charge.id);
      const state = `${dollars(charge.amount)}${charge.amount_refunded ? `, ${dollars(charge.amount_refunded)} refunded` : ""}${dispute ? `, dispute ${dispute.status}` : ""}`;
      const forms = [
        charge.refunded ? "" : button("refund", { charge: charge.id }, "Refund"),
        charge.disputed ? "" : button("dispute", { charge: charge.id }, "Dispute"),
        dispute?.status === "needs_response"
          ? button("close-dispute", { dispute: dispute.id, status: "won" }, "Win dispute") +
            button("close-dispute", { dispute: dispute.id, status: "lost" }, "Lose dispute")
          : "",
      ];
      return `<li>${escaped(nameOfCustomer(shop, charge.customer))}: ${state} ${forms.join(" ")}</li>`;
    });
  const subscriptions = Object.values(shop.state.subscriptions).map((one) => {
    const item = periodOf(one);
    const cards = ["4242424242424242", "4000000000000002"].map((card) =>
      button("card", { customer: one.customer, card }, card.startsWith("4242") ? "Card pays" : "Card fails"),
    );
    return `<li>${escaped(nameOfCustomer(shop, one.customer))}: ${escaped(shop.state.products[item.price.product]?.name ?? "")}, ${one.status}, until ${day(item.current_period_end)}${one.cancel_at_period_end ? ", ends then" : ""} ${cards.join(" ")}</li>`;
  });
  const events = shop.state.events.slice(-20).toReversed();
  const eventLines = events.map(
    ({ id, type }) => `<li>${type} ${button("resend", { event: id }, "Send again")}</li>`,
  );
  const faults = FAULTS.map((fault) => button("fault", { fault }, fault));
  return html(
    200,
    "The shop",
    `<p>A stand-in for Stripe on this machine. It is ${new Date(shop.now() * 1000).toUTCString()} here.</p>
<p>${button("month", {}, "Let a month pass")}</p>
<h2>Subscriptions</h2><ul>${subscriptions.join("") || "<li>None</li>"}</ul>
<h2>Payments</h2><ul>${charges.join("") || "<li>None</li>"}</ul>
<h2>The next change fails</h2><p>${faults.join(" ")}</p>
<h2>Last events</h2><ul>${eventLines.join("") || "<li>None</li>"}</ul>`,
  );
}

function nameOfCustomer(shop: Shop, id: string): string {
  return shop.state.customers[id]?.email ?? id;
}

function button(action: string, fields: Record<string, string>, label: string): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return `<form method="post" action="/shop/${action}" style="display:inline">${hidden.join("")}<button>${escaped(label)}</button></form>`;
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

function html(status: number, title: string, body: string): Response {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}button,input{font:inherit;padding:.3rem .6rem}li{margin:.3rem 0}[role=alert]{color:#b00020}</style>
<main><h1>${escaped(title)}</h1>${body}</main></html>`;
  return new Response(page, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

function dollars(cents: number): string {
  return `${cents < 0 ? "-" : ""}$${(Math.abs(cents) / 100).toFixed(2)}`;
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
