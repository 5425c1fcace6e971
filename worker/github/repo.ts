import { and, desc, eq, getTableColumns, inArray, lt } from "drizzle-orm";
import { githubConnections, githubRepositories, jobRuns, sources } from "#schema/index.ts";
import type { SourceRow } from "#schema/index.ts";
import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { ownedBy } from "#worker/platform/owned-by.ts";

export type ConnectionRow = typeof githubConnections.$inferSelect;
export type RepositoryRow = typeof githubRepositories.$inferSelect;

/** A repository with its source. */
export type RepositorySource = { repository: RepositoryRow; source: SourceRow };

export async function findConnection(db: Db, userId: string): Promise<ConnectionRow | null> {
  const rows = await db.select().from(githubConnections).where(eq(githubConnections.userId, userId)).limit(1);
  return rows[0] ?? null;
}

/** Stores a user's connection in place of the former one. */
export async function putConnection(db: Db, row: ConnectionRow): Promise<void> {
  const { userId: _userId, createdAt: _createdAt, ...changed } = row;
  await db
    .insert(githubConnections)
    .values(row)
    .onConflictDoUpdate({ target: githubConnections.userId, set: changed });
}

export async function deleteConnection(db: Db, userId: string): Promise<void> {
  await db.delete(githubConnections).where(eq(githubConnections.userId, userId));
}

/** An owner's source of a branch, by index `github_repositories_branch`. */
export async function findRepositoryOf(
  db: Db,
  owner: Owner,
  repositoryId: string,
  branch: string,
): Promise<RepositorySource | null> {
  const rows = await joined(db)
    .where(
      and(
        ownedBy(githubRepositories, owner),
        eq(githubRepositories.repositoryId, repositoryId),
        eq(githubRepositories.branch, branch),
      ),
    )
    .limit(1);
  return rows[0] ?? null;
}

export async function findRepository(
  db: Db,
  owner: Owner,
  sourceId: string,
): Promise<RepositorySource | null> {
  const rows = await joined(db)
    .where(and(ownedBy(githubRepositories, owner), eq(githubRepositories.sourceId, sourceId)))
    .limit(1);
  return rows[0] ?? null;
}

/** The repository of a source of any owner; for the system alone. */
export async function findRepositoryBySource(db: Db, sourceId: string): Promise<RepositorySource | null> {
  const rows = await joined(db).where(eq(githubRepositories.sourceId, sourceId)).limit(1);
  return rows[0] ?? null;
}

export async function listRepositoriesOf(db: Db, owner: Owner): Promise<RepositorySource[]> {
  return await joined(db).where(ownedBy(githubRepositories, owner)).orderBy(githubRepositories.fullName);
}

/** Error of the newest failed run of each source, for ninety sources at most; by index `job_runs_source`. */
export async function listRunErrors(db: Db, sourceIds: string[]): Promise<Map<string, string>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await db
    .select({ sourceId: jobRuns.sourceId, error: jobRuns.error })
    .from(jobRuns)
    .where(and(inArray(jobRuns.sourceId, sourceIds.slice(0, 90)), eq(jobRuns.status, "FAILED")))
    .orderBy(desc(jobRuns.startTime));
  // The oldest error comes first, so that the newest one stays.
  return new Map(rows.toReversed().flatMap(({ sourceId, error }) => (error ? [[sourceId, error]] : [])));
}

/** Private repositories that a user's connection shows, of any owner. */
export async function listPrivateRepositoriesVia(db: Db, userId: string): Promise<RepositorySource[]> {
  return await joined(db).where(
    and(eq(githubRepositories.connectedByUserId, userId), eq(githubRepositories.isPrivate, true)),
  );
}

/** Everybody's sources of one branch; by index `github_repositories_push`. */
export async function listRepositoriesAt(
  db: Db,
  repositoryId: string,
  branch?: string,
): Promise<RepositorySource[]> {
  const isBranch = branch === undefined ? undefined : eq(githubRepositories.branch, branch);
  return await joined(db).where(and(eq(githubRepositories.repositoryId, repositoryId), isBranch));
}

/** Repositories that nobody looked at since a moment, the longest first; by index `github_repositories_seen`. */
export async function listRepositoriesSeenBefore(
  db: Db,
  { isPrivate, before, limit }: { isPrivate: boolean; before: Date; limit: number },
): Promise<RepositorySource[]> {
  return await joined(db)
    .where(and(eq(githubRepositories.isPrivate, isPrivate), lt(githubRepositories.updatedAt, before)))
    .orderBy(githubRepositories.updatedAt)
    .limit(limit);
}

/** Stores a repository; for a stored one, everything but the searchable commit. */
export async function putRepository(db: Db, row: Omit<RepositoryRow, "commitSha">): Promise<void> {
  const { sourceId: _sourceId, createdAt: _createdAt, ...changed } = row;
  await db
    .insert(githubRepositories)
    .values({ ...row, commitSha: null })
    .onConflictDoUpdate({ target: githubRepositories.sourceId, set: changed });
}

/** Stores changes of a repository; does nothing when the repository was removed meanwhile. */
export async function updateRepository(
  db: Db,
  sourceId: string,
  change: Partial<Pick<RepositoryRow, "fullName" | "isPrivate" | "commitSha">> & {
    updatedAt: Date;
  },
): Promise<void> {
  await db.update(githubRepositories).set(change).where(eq(githubRepositories.sourceId, sourceId));
}

/** Marks everybody's sources of a repository as private. By index `github_repositories_push`. */
export async function markPrivate(db: Db, repositoryId: string): Promise<void> {
  await db
    .update(githubRepositories)
    .set({ isPrivate: true })
    .where(eq(githubRepositories.repositoryId, repositoryId));
}

export async function deleteRepository(db: Db, sourceId: string): Promise<void> {
  await db.delete(githubRepositories).where(eq(githubRepositories.sourceId, sourceId));
}

function joined(db: Db) {
  return db
    .select({ repository: getTableColumns(githubRepositories), source: getTableColumns(sources) })
    .from(githubRepositories)
    .innerJoin(sources, eq(githubRepositories.sourceId, sources.id))
    .$dynamic();
}
