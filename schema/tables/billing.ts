import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { OWNER_KINDS, STRIPE_EVENT_STATES, SUBSCRIPTION_STATUSES, TIERS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";

/** The paying customer at Stripe. The rows below copy Stripe's data as of a reading; the balance is in the CreditCounter. */
export const billingCustomers = sqliteTable(
  "billing_customers",
  {
    stripeCustomerId: text("stripe_customer_id").primaryKey(),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    /** Number taken before each reading of the customer at Stripe, and greater than all before: the later reading wins. */
    ticket: integer("ticket").notNull().default(0),
    createdAt: timestamp("created_at").notNull(),
    /** Time when Stripe's data was last applied here; null before the first time. */
    syncedAt: timestamp("synced_at"),
    /** Time of the last comparison with Stripe. */
    reconciledAt: timestamp("reconciled_at"),
    /** Time until which one request alone may change the seats; null while none does. */
    changingUntil: timestamp("changing_until"),
  },
  (table) => [
    oneOf("billing_customers_owner_kind", table.ownerKind, OWNER_KINDS),
    uniqueIndex("billing_customers_owner").on(table.ownerKind, table.ownerId),
    index("billing_customers_reconciled").on(table.reconciledAt),
  ],
);

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    /** Id at Stripe. */
    id: text("id").primaryKey(),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    tier: word("tier", TIERS).notNull(),
    /** Seats of a team that the next renewal charges; 1 for a person. */
    quantity: integer("quantity").notNull().default(1),
    /** Seats that are paid until the period's end, which are more than `quantity` where fewer will renew. */
    paidQuantity: integer("paid_quantity").notNull().default(1),
    priceCents: integer("price_cents").notNull(),
    status: word("status", SUBSCRIPTION_STATUSES).notNull(),
    /** Billing cycle anchor: its day of the month begins every period. */
    anchor: timestamp("anchor").notNull(),
    periodStart: timestamp("period_start").notNull(),
    periodEnd: timestamp("period_end").notNull(),
    /** Time when a cancelled subscription ends; null while it goes on. */
    cancelsAt: timestamp("cancels_at"),
    endedAt: timestamp("ended_at"),
    createdAt: timestamp("created_at").notNull(),
    /** Ticket of the reading that this row is from. */
    ticket: integer("ticket").notNull(),
  },
  (table) => [
    oneOf("subscriptions_owner_kind", table.ownerKind, OWNER_KINDS),
    oneOf("subscriptions_tier", table.tier, TIERS),
    oneOf("subscriptions_status", table.status, SUBSCRIPTION_STATUSES),
    index("subscriptions_owner").on(table.ownerKind, table.ownerId),
  ],
);

/** Packs of credits that were paid for. A row exists once its credits have been granted. */
export const creditPurchases = sqliteTable(
  "credit_purchases",
  {
    /** Id of the payment at Stripe. */
    id: text("id").primaryKey(),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    credits: integer("credits").notNull(),
    amountCents: integer("amount_cents").notNull(),
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** Cents that the bank holds back or took because the payment is disputed. */
    disputedCents: integer("disputed_cents").notNull().default(0),
    createdAt: timestamp("created_at").notNull(),
    ticket: integer("ticket").notNull(),
  },
  (table) => [
    oneOf("credit_purchases_owner_kind", table.ownerKind, OWNER_KINDS),
    index("credit_purchases_owner").on(table.ownerKind, table.ownerId),
  ],
);

/** Events told by Stripe, so that each has its effect once. The event's content is not kept: the object is read at Stripe. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    customerId: text("customer_id"),
    state: word("state", STRIPE_EVENT_STATES).notNull().default("received"),
    /** The reason why the event is parked, or had nothing to do. */
    reason: text("reason"),
    createdAt: timestamp("created_at").notNull(),
    receivedAt: timestamp("received_at").notNull(),
    handledAt: timestamp("handled_at"),
  },
  (table) => [
    oneOf("stripe_events_state", table.state, STRIPE_EVENT_STATES),
    index("stripe_events_state_time").on(table.state, table.receivedAt),
  ],
);

/** Differences between Stripe, D1 and the ledger. */
export const billingDifferences = sqliteTable(
  "billing_differences",
  {
    /** Id made from what differs, so that one difference is one row however often it is found. */
    id: text("id").primaryKey(),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    /** The difference in words, without names or addresses. */
    details: text("details").notNull(),
    /** Both sides in words and amounts. Null in rows that are older than these columns. */
    atStripe: text("at_stripe"),
    here: text("here"),
    foundAt: timestamp("found_at").notNull(),
    /** Time of the comparison that ended the difference, or no longer found it; null while it is open. */
    resolvedAt: timestamp("resolved_at"),
  },
  (table) => [
    oneOf("billing_differences_owner_kind", table.ownerKind, OWNER_KINDS),
    index("billing_differences_owner").on(table.ownerKind, table.ownerId),
  ],
);
