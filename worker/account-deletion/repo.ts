import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  accounts,
  apiKeys,
  auditEvents,
  billingCustomers,
  billingDifferences,
  catalogSuggesters,
  chatModels,
  chatShares,
  consents,
  creditPurchases,
  creditTransactions,
  githubConnections,
  githubRepositories,
  jobRuns,
  mailCodes,
  oauthGrants,
  oauthRequests,
  pdfFiles,
  pdfSets,
  privateIndexes,
  repositoryAccess,
  sessions,
  sources,
  subscriptions,
  teamMemberships,
  teams,
  users,
  verifications,
  versionPins,
} from "#schema/index.ts";
import type { SourceRow } from "#schema/index.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";

export type UserRow = typeof users.$inferSelect;

/** Identity of the rows' account: the address finds rows from before the account had an id. */
export type AccountIdentity = { userId: string; email: string };

type AccountTable = {
  table: SQLiteTable;
  of: (db: Db, account: AccountIdentity) => SQL | undefined;
  /** Columns that nobody is shown, not even the owner: secrets, hashes of secrets, internal places. */
  withheld?: string[];
  /** Order of the rows, by an index that `of` uses as well. */
  order?: SQLiteColumn;
};

/**
 * Tables with rows of an account, and which rows those are; rows that refer to others stand before them. The export and the deletion both
 * go by this list, and a test compares it with the real tables.
 */
const ACCOUNT_TABLES = {
  oauthRequests: {
    table: oauthRequests,
    of: (_, { userId }) => eq(oauthRequests.userId, userId),
    withheld: ["handleHash"],
  },
  oauthGrants: {
    table: oauthGrants,
    of: (_, { userId }) => eq(oauthGrants.userId, userId),
    withheld: ["kvGrantId", "refreshHash", "spentRefreshHash"],
  },
  mailCodes: {
    table: mailCodes,
    of: (_, { userId }) => eq(mailCodes.userId, userId),
    withheld: ["codeHash"],
  },
  sessions: { table: sessions, of: (_, { userId }) => eq(sessions.userId, userId), withheld: ["token"] },
  signInMethods: {
    table: accounts,
    of: (_, { userId }) => eq(accounts.userId, userId),
    withheld: ["accessToken", "refreshToken", "idToken", "password"],
  },
  // The table is small, since its rows live for minutes.
  verifications: {
    table: verifications,
    of: (_, { userId, email }) =>
      sql`instr(${verifications.value}, ${userId}) or instr(${verifications.value}, ${email}) or instr(${verifications.identifier}, ${email})`,
    withheld: ["identifier", "value"],
  },
  apiKeys: {
    table: apiKeys,
    of: (_, account) => ofUser(apiKeys, account),
    withheld: ["keyHash", "sealedKey"],
  },
  githubRepositories: { table: githubRepositories, of: (_, account) => ofUser(githubRepositories, account) },
  githubConnections: {
    table: githubConnections,
    of: (_, { userId }) => eq(githubConnections.userId, userId),
    withheld: ["sealedToken"],
  },
  repositoryAccess: {
    table: repositoryAccess,
    of: (_, { userId }) => eq(repositoryAccess.userId, userId),
  },
  pdfFiles: {
    table: pdfFiles,
    of: (db, account) =>
      inArray(pdfFiles.setId, db.select({ id: pdfSets.id }).from(pdfSets).where(ofUser(pdfSets, account))),
    withheld: ["objectKey"],
  },
  pdfSets: { table: pdfSets, of: (_, account) => ofUser(pdfSets, account) },
  jobRuns: { table: jobRuns, of: (_, account) => ofUser(jobRuns, account), order: jobRuns.startTime },
  sources: { table: sources, of: (_, account) => ofUser(sources, account), withheld: ["sealedHeaders"] },
  chatModels: {
    table: chatModels,
    of: (_, account) => ofUser(chatModels, account),
    withheld: ["sealedKey"],
  },
  chatShares: {
    table: chatShares,
    of: (_, { userId }) => eq(chatShares.userId, userId),
    withheld: ["tokenHash"],
  },
  versionPins: { table: versionPins, of: (_, account) => ofUser(versionPins, account) },
  privateIndexes: { table: privateIndexes, of: (_, account) => ofUser(privateIndexes, account) },
  creditTransactions: {
    table: creditTransactions,
    of: (_, account) => ofUser(creditTransactions, account),
    order: creditTransactions.timestamp,
  },
  subscriptions: {
    table: subscriptions,
    of: (_, account) => ofUser(subscriptions, account),
    order: subscriptions.createdAt,
  },
  creditPurchases: {
    table: creditPurchases,
    of: (_, account) => ofUser(creditPurchases, account),
    order: creditPurchases.createdAt,
  },
  billingDifferences: {
    table: billingDifferences,
    of: (_, account) => ofUser(billingDifferences, account),
    order: billingDifferences.foundAt,
  },
  billingCustomers: {
    table: billingCustomers,
    of: (_, account) => ofUser(billingCustomers, account),
    withheld: ["ticket"],
  },
  consents: {
    table: consents,
    of: (_, { userId }) => eq(consents.userId, userId),
    order: consents.createdAt,
  },
  suggestions: {
    table: catalogSuggesters,
    of: (_, { userId }) => eq(catalogSuggesters.userId, userId),
    order: catalogSuggesters.createdAt,
  },
  auditEvents: {
    table: auditEvents,
    of: (_, account) => ofUser(auditEvents, account),
    order: auditEvents.sequence,
  },
  teamMemberships: {
    table: teamMemberships,
    of: (_, { userId }) => eq(teamMemberships.userId, userId),
    withheld: ["inviteTokenHash"],
  },
  users: { table: users, of: (_, { userId }) => eq(users.id, userId) },
} satisfies Record<string, AccountTable>;

export type AccountTableName = keyof typeof ACCOUNT_TABLES;

export const ACCOUNT_TABLE_NAMES = Object.keys(ACCOUNT_TABLES) as AccountTableName[];

/** Names of the tables in the database. */
export function accountTablesInD1(): string[] {
  return entries().map(([, { table }]) => tableName(table));
}

/** Rows of an account in one table, oldest first where the table knows an order, without the withheld columns. */
export async function listAccountRows(
  db: Db,
  name: AccountTableName,
  account: AccountIdentity,
  { offset, limit }: { offset: number; limit: number },
): Promise<Record<string, unknown>[]> {
  const { table, of, withheld = [], order }: AccountTable = ACCOUNT_TABLES[name];
  const columns = Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([column]) => !withheld.includes(column)),
  );
  return db
    .select(columns)
    .from(table)
    .where(of(db, account))
    .orderBy(order ? asc(order) : sql`${table}.rowid`)
    .limit(limit)
    .offset(offset);
}

/**
 * Marks an account as being deleted, ends its sessions, revokes its keys and shuts its MCP clients out, all or none: afterwards nobody
 * gets in. Null when there is no such user. The moment of the first call stays.
 */
export async function closeAccount(db: Db, userId: string, now: Date): Promise<UserRow | null> {
  const [, , , , [user]] = await db.batch([
    db
      .update(users)
      .set({ deletionStartedAt: now })
      .where(and(eq(users.id, userId), isNull(users.deletionStartedAt))),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db
      .update(apiKeys)
      .set({ revokedAt: now, sealedKey: null })
      .where(and(ofUser(apiKeys, { userId }), isNull(apiKeys.revokedAt))),
    db.delete(oauthGrants).where(eq(oauthGrants.userId, userId)),
    db.select().from(users).where(eq(users.id, userId)),
  ]);
  return user ?? null;
}

/** Accounts whose deletion began before a moment and has not ended, by the index `users_deletion`. */
export async function listUnfinished(db: Db, before: Date, limit: number): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(and(isNotNull(users.deletionStartedAt), lt(users.deletionStartedAt, before)))
    .orderBy(users.deletionStartedAt)
    .limit(limit);
}

/** The account's own sources; at most `limit`, since the removal of each takes a while. */
export async function listAccountSources(
  db: Db,
  account: AccountIdentity,
  limit: number,
): Promise<SourceRow[]> {
  return db.select().from(sources).where(ofUser(sources, account)).limit(limit);
}

/** Keys of the objects in R2 that hold the account's files. */
export async function listObjectKeys(db: Db, account: AccountIdentity): Promise<string[]> {
  const rows = await db
    .select({ objectKey: pdfFiles.objectKey })
    .from(pdfFiles)
    .where(ACCOUNT_TABLES.pdfFiles.of(db, account));
  return rows.map(({ objectKey }) => objectKey);
}

/** Deletes the account's PDF rows, which refer to sources, so sources cannot go before them. */
export async function deletePdfRows(db: Db, account: AccountIdentity): Promise<void> {
  await db.batch([
    db.delete(pdfFiles).where(ACCOUNT_TABLES.pdfFiles.of(db, account)),
    db.delete(pdfSets).where(ACCOUNT_TABLES.pdfSets.of(db, account)),
  ]);
}

/** Deletes every row of the account, the user's own last, all or none. */
export async function deleteAccountRows(db: Db, account: AccountIdentity): Promise<void> {
  const [first, ...rest] = entries().map(([, { table, of }]) => db.delete(table).where(of(db, account)));
  // Sources that a person has added to a team stay the team's, without the person's id.
  const addedByNobody = db
    .update(sources)
    .set({ addedByUserId: null })
    .where(eq(sources.addedByUserId, account.userId));
  if (first) await db.batch([first, ...rest, addedByNobody]);
}

function entries(): [string, AccountTable][] {
  return Object.entries(ACCOUNT_TABLES);
}

function ofUser(
  table: { ownerKind: SQLiteColumn; ownerId: SQLiteColumn },
  { userId }: Pick<AccountIdentity, "userId">,
) {
  return ownedBy(table, { kind: "user", id: userId });
}

function tableName(table: SQLiteTable): string {
  return getTableConfig(table).name;
}

/** Teams that were deleted before a moment, the earliest first. By index `teams_deleted`. */
export async function listDeletedTeams(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(isNotNull(teams.deletedAt), lt(teams.deletedAt, before)))
    .orderBy(asc(teams.deletedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Sources of an owner. By `sources_owner_name_version`. */
export async function listOwnedSources(db: Db, owner: Owner, limit: number): Promise<SourceRow[]> {
  return await db.select().from(sources).where(ownedBy(sources, owner)).limit(limit);
}

/** Deletes the rows of a team that nothing else deletes, and the team with its memberships: all or none. */
export async function deleteTeamRows(db: Db, teamId: string): Promise<void> {
  const owned = [apiKeys, auditEvents, creditTransactions, jobRuns, privateIndexes, versionPins] as const;
  const [first, ...rest] = owned.map((table) =>
    db.delete(table).where(ownedBy(table, { kind: "team", id: teamId })),
  );
  if (first) await db.batch([first, ...rest, db.delete(teams).where(eq(teams.id, teamId))]);
}
