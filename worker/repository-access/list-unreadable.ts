import type { Ctx, Owner } from "#worker/context.ts";
import { readerOf } from "#worker/platform/readable-by.ts";
import { isConnected, listUnreadableIds } from "./repo.ts";

const NOT_CONNECTED = "Connect GitHub to read this.";
const NOT_SHOWN =
  "GitHub doesn't show this repository to your GitHub account. Get access on GitHub, then select Refresh.";
const CONNECTION_LOST =
  "The member who connected this repository can't read it on GitHub anymore. A member who can should add it again.";

/**
 * The team's private repositories that the caller may not read: the reason, and what to do, by the source's id. Lists show their names only;
 * searches and reads leave them out. Empty for a person's own sources.
 */
export async function listUnreadable({
  actor,
  db,
  scope: { owner },
}: Pick<Ctx<Owner | null>, "actor" | "db" | "scope">): Promise<ReadonlyMap<string, string>> {
  if (owner?.kind !== "team") return new Map();
  const reader = readerOf(actor);
  const ids = await listUnreadableIds(db, owner, reader);
  if (ids.length === 0) return new Map();
  const reason =
    reader === null ? CONNECTION_LOST : (await isConnected(db, reader)) ? NOT_SHOWN : NOT_CONNECTED;
  return new Map(ids.map((id) => [id, reason]));
}
