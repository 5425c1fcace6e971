/** The rule of who may read a private repository of a team, for every statement that lists or finds sources. */
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Actor } from "#worker/context.ts";

/** Time for which GitHub's answer about a user and a repository counts. Answers are asked for again every 20 hours. */
export const ACCESS_LIFE_MS = 48 * 60 * 60_000;

/** The member who reads; null for a team's key, which reads what the member who connected the repository may read. */
export type Reader = string | null;

export function readerOf(actor: Actor): Reader {
  switch (actor.kind) {
    case "session":
    case "oauth":
      return actor.userId;
    case "api-key":
    case "system":
      return null;
    default:
      return actor satisfies never;
  }
}

/**
 * SQL for "the reader may read this row of `sources`". Only private repositories of teams can be refused: their reader has to be an accepted
 * member whose connected GitHub account was shown the repository within the last 48 hours. A repository that nothing is known of is refused.
 */
export function readableBy(reader: Reader): SQL {
  const readBy = reader === null ? sql`r.connected_by_user_id` : sql`${reader}`;
  return sql`(sources.owner_kind <> 'team' OR sources.kind <> 'repository' OR EXISTS (
    SELECT 1 FROM github_repositories AS r WHERE r.source_id = sources.id AND (r.is_private = 0 OR EXISTS (
      SELECT 1 FROM repository_access AS a
      JOIN github_connections AS c ON c.user_id = a.user_id AND c.github_user_id = a.github_user_id
      JOIN team_memberships AS m ON m.team_id = sources.owner_id AND m.user_id = a.user_id AND m.state = 'accepted'
      WHERE a.repository_id = r.repository_id AND a.user_id = ${readBy} AND a.may_read = 1
        AND a.seen_at > unixepoch() * 1000 - ${sql.raw(String(ACCESS_LIFE_MS))}))))`;
}
