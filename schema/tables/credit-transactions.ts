import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { OWNER_KINDS, TRANSACTION_SOURCES } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";

/**
 * The history of credits; the balance is in the payer's CreditCounter, which writes these rows through its outbox.
 * The id is derived from the operation id, so that a row that is sent twice is stored once.
 */
export const creditTransactions = sqliteTable(
  "credit_transactions",
  {
    id: text("id").primaryKey(),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    timestamp: timestamp("timestamp").notNull(),
    source: word("source", TRANSACTION_SOURCES).notNull().default("usage"),
    /** Credits, signed: negative for usage. */
    amount: integer("amount").notNull().default(0),
    /** Credits of a usage that came out of the monthly allowance, as a positive number. */
    allowanceAmount: integer("allowance_amount").notNull().default(0),
    /** Credits of a team's usage that a member's own account paid for, as a negative number; `amount` is 0 then. */
    userAccountAmount: integer("user_account_amount"),
    /** o200k tokens of a usage: of the answer, and of the whole pages it comes from. Null where nothing was sent. */
    tokensSent: integer("tokens_sent"),
    tokensOfFullPages: integer("tokens_of_full_pages"),
    /** API key of a usage. Rows that are older than this column have only the key's name, in `metadata`. */
    apiKeyId: text("api_key_id"),
    details: text("details"),
    /** `{args, apiKeyName, ...}` of the charged call. SQL reads the key's name where the row has no key id. */
    metadata: text("metadata", { mode: "json" }).$type<Record<string, unknown>>(),
  },
  (table) => [
    oneOf("credit_transactions_owner_kind", table.ownerKind, OWNER_KINDS),
    oneOf("credit_transactions_source", table.source, TRANSACTION_SOURCES),
    index("credit_transactions_owner_time").on(table.ownerKind, table.ownerId, table.timestamp),
  ],
);
