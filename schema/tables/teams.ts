import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { MEMBERSHIP_STATES, TEAM_ROLES, TIERS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";
import { users } from "./users.ts";

/**
 * People who share keys, documents and credits (specification, section 3). The tier and the seats are copies from the team's
 * CreditCounter, which also has the balance.
 */
export const teams = sqliteTable(
  "teams",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    tier: word("tier", TIERS).notNull().default("Free"),
    numberOfPaidSeats: integer("number_of_paid_seats").notNull().default(0),
    /** The person who made the team; null when that person's account is gone. */
    createdByUserId: text("created_by_user_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at").notNull(),
    /** User whose personal sources move to the team; null when none are on the way. */
    movesSourcesOfUserId: text("moves_sources_of_user_id"),
    /** Time when an owner deleted the team: nobody reaches it any more, and 30 days later it is gone for good. */
    deletedAt: timestamp("deleted_at"),
  },
  (table) => [
    oneOf("teams_tier", table.tier, TIERS),
    check("teams_seats", sql`${table.numberOfPaidSeats} >= 0`),
    index("teams_moves")
      .on(table.movesSourcesOfUserId)
      .where(sql`${table.movesSourcesOfUserId} is not null`),
    index("teams_deleted")
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
  ],
);

/**
 * A person in a team, or one with an invitation. An invitation is to an address, which whoever accepts must have verified. The
 * invitation's token is kept as a SHA-256 alone.
 */
export const teamMemberships = sqliteTable(
  "team_memberships",
  {
    id: text("id").primaryKey(),
    teamId: text("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** User of the membership; null until the invitation is accepted. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Address of the person or invitation, in lower case. */
    email: text("email").notNull(),
    role: word("role", TEAM_ROLES).notNull().default("member"),
    state: word("state", MEMBERSHIP_STATES).notNull(),
    hasPaidSeat: integer("has_paid_seat", { mode: "boolean" }).notNull().default(false),
    /** Team credits that the member may use in a month; null for as many as there are. */
    monthlyCreditLimit: integer("monthly_credit_limit"),
    /** Sources that the member may have added; null for as many as the plan allows. */
    maxSources: integer("max_sources"),
    invitedByUserId: text("invited_by_user_id").references(() => users.id, { onDelete: "set null" }),
    joinedAt: timestamp("joined_at").notNull(),
    acceptedAt: timestamp("accepted_at"),
    declinedAt: timestamp("declined_at"),
    lastInviteSentAt: timestamp("last_invite_sent_at"),
    inviteTokenHash: text("invite_token_hash").unique(),
    inviteExpiresAt: timestamp("invite_expires_at"),
  },
  (table) => [
    oneOf("team_memberships_role", table.role, TEAM_ROLES),
    oneOf("team_memberships_state", table.state, MEMBERSHIP_STATES),
    uniqueIndex("team_memberships_team_user").on(table.teamId, table.userId),
    uniqueIndex("team_memberships_team_email").on(table.teamId, table.email),
    index("team_memberships_user").on(table.userId),
    index("team_memberships_email").on(table.email),
  ],
);
