import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { OWNER_KINDS } from "../values.ts";
import { oneOf, timestamp, word } from "./columns.ts";
import { sources } from "./sources.ts";
import { users } from "./users.ts";

/** A user's connection to GitHub. The token is sealed; only repositories that the token opens can be indexed. */
export const githubConnections = sqliteTable("github_connections", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  githubUserId: text("github_user_id").notNull(),
  login: text("login").notNull(),
  sealedToken: text("sealed_token").notNull(),
  scope: text("scope").notNull(),
  createdAt: timestamp("created_at").notNull(),
  updatedAt: timestamp("updated_at").notNull(),
});

/** One branch of a repository that is a source of an owner. */
export const githubRepositories = sqliteTable(
  "github_repositories",
  {
    sourceId: text("source_id")
      .primaryKey()
      .references(() => sources.id),
    ownerKind: word("owner_kind", OWNER_KINDS).notNull(),
    ownerId: text("owner_id").notNull(),
    /** GitHub's own id, which outlives renames. */
    repositoryId: text("repository_id").notNull(),
    fullName: text("full_name").notNull(),
    branch: text("branch").notNull(),
    isPrivate: integer("is_private", { mode: "boolean" }).notNull(),
    /** User whose connection opens the repository. */
    connectedByUserId: text("connected_by_user_id").notNull(),
    /** The commit that is searchable; null before the first run has ended. */
    commitSha: text("commit_sha"),
    createdAt: timestamp("created_at").notNull(),
    /** Time of the last change or check of the row. */
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    oneOf("github_repositories_owner_kind", table.ownerKind, OWNER_KINDS),
    uniqueIndex("github_repositories_branch").on(
      table.ownerKind,
      table.ownerId,
      table.repositoryId,
      table.branch,
    ),
    index("github_repositories_push").on(table.repositoryId, table.branch),
    index("github_repositories_seen").on(table.isPrivate, table.updatedAt),
  ],
);

/**
 * GitHub's last answer to whether a user may read a private repository of a team. No row, an old row and a row of another GitHub account
 * mean no.
 */
export const repositoryAccess = sqliteTable(
  "repository_access",
  {
    /** GitHub's own id of the repository. */
    repositoryId: text("repository_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The GitHub account that was asked for. */
    githubUserId: text("github_user_id").notNull(),
    mayRead: integer("may_read", { mode: "boolean" }).notNull(),
    /** Time of the question, not of its answer: a late answer never replaces a newer one. */
    seenAt: timestamp("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.repositoryId, table.userId] }),
    index("repository_access_user").on(table.userId),
    index("repository_access_seen").on(table.seenAt),
  ],
);
