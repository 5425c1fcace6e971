import type { Ctx } from "#worker/context.ts";
import { liveSubscription } from "./entitlement.ts";
import { findCustomerOf, listSubscriptions } from "./repo.ts";
import { requireStripe } from "./require-stripe.ts";
import { dateOf, isMissing, throughStripe } from "./stripe.ts";
import type { Stripe } from "./stripe.ts";

export type BillingInvoice = {
  id: string;
  number: string | null;
  status: string | null;
  amountCents: number;
  createdAt: Date;
  /** Items of the invoice, a line each. */
  lines: string[];
  /** Stripe's page with the receipt. */
  url: string | null;
};

export type Invoices = {
  /** Charge of the next period to the card; null when nothing will be charged. */
  next: { amountCents: number; at: Date } | null;
  /** Invoices of a year at most, the newest first. */
  invoices: BillingInvoice[];
};

const INVOICE_LIMIT = 12;

/** The scope's invoices, read at Stripe. */
export async function listInvoices(ctx: Pick<Ctx, "db" | "scope" | "services">): Promise<Invoices> {
  const stripe = requireStripe(ctx);
  const row = await findCustomerOf(ctx.db, ctx.scope.owner);
  if (!row) return { next: null, invoices: [] };
  const customer = row.stripeCustomerId;
  const live = liveSubscription(await listSubscriptions(ctx.db, ctx.scope.owner));
  return throughStripe(async () => {
    const [{ data }, next] = await Promise.all([
      stripe.invoices.list({ customer, limit: INVOICE_LIMIT }),
      live && live.cancelsAt === null ? findNext(stripe, customer, live.id) : null,
    ]);
    return {
      next: next && live && { amountCents: next.amount_due, at: live.periodEnd },
      invoices: data.map(toInvoice),
    };
  });
}

/** The next invoice; null where nothing will be charged, as for a plan that has ended since our row was written. */
async function findNext(
  stripe: Stripe,
  customer: string,
  subscription: string,
): Promise<Stripe.Invoice | null> {
  try {
    return await stripe.invoices.createPreview({ customer, subscription });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Lines of an invoice. Below zero is a credit. */
export function linesOf({ lines }: Stripe.Invoice): { description: string; amountCents: number }[] {
  return lines.data.map(({ description, amount }) => ({
    description: description ?? "",
    amountCents: amount,
  }));
}

function toInvoice(invoice: Stripe.Invoice): BillingInvoice {
  const { id, number, status, amount_due, created, lines, hosted_invoice_url } = invoice;
  return {
    id,
    number,
    status,
    amountCents: amount_due,
    createdAt: dateOf(created),
    lines: lines.data.map(({ description }) => description ?? ""),
    url: hosted_invoice_url ?? null,
  };
}
