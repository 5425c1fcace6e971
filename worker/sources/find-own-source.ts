import type { SourceRow } from "#schema/index.ts";
import type { Ctx } from "#worker/context.ts";
import { findSource } from "./repo.ts";

/** A source of the scope's owner; null when there is none, and for a stranger's source. */
export async function findOwnSource(
  ctx: Pick<Ctx, "db" | "scope">,
  sourceId: string,
): Promise<SourceRow | null> {
  const source = await findSource(ctx.db, sourceId);
  const { owner } = ctx.scope;
  return source?.ownerKind === owner.kind && source.ownerId === owner.id ? source : null;
}
