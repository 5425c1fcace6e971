import type { Owner } from "#worker/context.ts";
import type { Db } from "#worker/platform/db.ts";
import { listOwnSources, listPublicSources } from "./repo.ts";
import type { SourceRow } from "./repo.ts";

/**
 * The public sources as they were at the last look. Everybody sees the same, so an isolate keeps them; every look asks
 * whether they are still the same. What belongs to somebody is read each time and kept by nobody.
 */
let known: { state: string; rows: SourceRow[] } | null = null;

/** Sources that hold at least one page: those of the owner, where one is given, then the public ones where asked for, each by name. */
export async function listSearchableSources(
  db: Db,
  asked: { owner: Owner | null; isPublic: boolean },
): Promise<SourceRow[]> {
  const { own, publicState } = await listOwnSources(db, asked.owner, asked.isPublic);
  if (publicState === null) return own;
  if (known?.state === publicState) return [...own, ...known.rows];
  const rows = await listPublicSources(db);
  // A list that is read after its state is as new or newer; if newer, the next look reads it once more.
  known = { state: publicState, rows };
  return [...own, ...rows];
}
