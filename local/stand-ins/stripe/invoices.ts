import type { Invoice, InvoiceLine, Price } from "./objects.ts";
import { list, missing } from "./shop.ts";
import type { Shop } from "./shop.ts";

/** An invoice that is due now, less the customer's credit balance. It is not in the shop's books yet. */
export function newInvoice(
  shop: Shop,
  of: Pick<Invoice, "customer" | "parent"> & {
    reason: NonNullable<Invoice["billing_reason"]>;
    lines: InvoiceLine[];
    period: { start: number; end: number };
  },
): Invoice {
  const customer = shop.state.customers[of.customer];
  const total = of.lines.reduce((sum, line) => sum + line.amount, 0);
  // A balance below zero is the customer's credit.
  const starting = customer?.balance ?? 0;
  const amountDue = Math.max(0, total + starting);
  const id = shop.id("in");
  return {
    id,
    object: "invoice",
    created: shop.now(),
    amount_due: amountDue,
    amount_paid: 0,
    amount_remaining: amountDue,
    attempt_count: 0,
    attempted: false,
    billing_reason: of.reason,
    currency: "usd",
    customer: of.customer,
    customer_email: customer?.email ?? null,
    ending_balance: total + starting - amountDue,
    hosted_invoice_url: `${shop.url}/i/${id}`,
    invoice_pdf: null,
    lines: list(`/v1/invoices/${id}/lines`, of.lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `SHOP-${String(Object.keys(shop.state.invoices).length + 1).padStart(4, "0")}`,
    parent: of.parent,
    period_end: of.period.end,
    period_start: of.period.start,
    starting_balance: starting,
    status: "open",
    subtotal: total,
    total,
  };
}

/** Tells that an invoice was paid. */
export function tellOfPayment(shop: Shop, invoice: Invoice): void {
  shop.emit("invoice.paid", invoice);
  shop.emit("invoice.payment_succeeded", invoice);
}

/** Charges an invoice less the customer's credit balance; an amount below zero is added to that balance. */
export function charge(shop: Shop, invoice: Invoice, isPresent: boolean): void {
  const customer = shop.state.customers[invoice.customer];
  if (!customer) throw missing("customer", invoice.customer);
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (invoice.amount_due > 0) {
    const intent = shop.pay({
      customer: customer.id,
      amount: invoice.amount_due,
      description: invoice.lines.data[0]?.description ?? "Subscription",
      metadata: {},
      isPresent,
    });
    if (intent.status !== "succeeded") return;
  }
  customer.balance = invoice.ending_balance ?? customer.balance;
  Object.assign(invoice, { status: "paid", amount_paid: invoice.amount_due, amount_remaining: 0 });
}

/** Name of a price's product, as it stands on an invoice. */
export function nameOf(shop: Shop, price: Price): string {
  return shop.state.products[price.product]?.name ?? price.product;
}
