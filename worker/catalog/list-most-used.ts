import { seesPrivate } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { readerOf } from "#worker/platform/readable-by.ts";
import { listNamesByUse } from "./repo.ts";

/** The names of the sources that a caller may search, up to a limit, and the number of all. */
export type NamedSources = { names: string[]; total: number };

/** Lists the caller's own sources, then the public ones, each by its latest use. Versions of one name count once. */
export async function listMostUsed(
  ctx: Pick<Ctx, "actor" | "db" | "scope">,
  limit: number,
): Promise<NamedSources> {
  const owner = seesPrivate(ctx) ? ctx.scope.owner : null;
  const rows = await listNamesByUse(ctx.db, owner, readerOf(ctx.actor), limit);
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 };
}
