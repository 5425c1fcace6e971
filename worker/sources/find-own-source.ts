import type { SourceRow } from "#schema/index.ts";
import type { Ctx } from "#worker/context.ts";
import { listUnreadable } from "#worker/repository-access/list-unreadable.ts";
import { findSource } from "./repo.ts";

/**
 * A source of the scope's owner, for work that shows nothing of its pages; null when there is none, and for a stranger's source.
 */
export async function findOwnSource(
  ctx: Pick<Ctx, "db" | "scope">,
  sourceId: string,
): Promise<SourceRow | null> {
  const source = await findSource(ctx.db, sourceId);
  const { owner } = ctx.scope;
  return source?.ownerKind === owner.kind && source.ownerId === owner.id ? source : null;
}

/** A source of the scope's owner whose pages the caller may read; null for every other source. */
export async function findReadableSource(
  ctx: Pick<Ctx, "actor" | "db" | "scope">,
  sourceId: string,
): Promise<SourceRow | null> {
  const [source, unreadable] = await Promise.all([findOwnSource(ctx, sourceId), listUnreadable(ctx)]);
  return unreadable.has(sourceId) ? null : source;
}
