import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { timestamp } from "./columns.ts";

/**
 * An action on an account that its owner may one day ask about; rows are only added. The rows of one owner are a chain: `hash` is over the
 * row and the `hash` of the row before, so that a changed or missing row shows.
 */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    id: text("id").primaryKey(),
    /** Kind of the owner: `user`, `team` or `system`. */
    ownerKind: text("owner_kind").notNull(),
    ownerId: text("owner_id").notNull(),
    /** Number of the row within the owner: 1, 2, 3 … */
    sequence: integer("sequence").notNull(),
    /** Type of the event, such as `api-key.created`. */
    type: text("type").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id"),
    /** Details of the event, without secrets. Never queried. */
    details: text("details", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    ipAddress: text("ip_address"),
    createdAt: timestamp("created_at").notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [
    uniqueIndex("audit_events_chain").on(table.ownerKind, table.ownerId, table.sequence),
    index("audit_events_time").on(table.ownerKind, table.ownerId, table.createdAt),
  ],
);
