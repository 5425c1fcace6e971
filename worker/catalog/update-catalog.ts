import type { Ctx } from "#worker/context.ts";
import type { SourceAddress } from "#worker/services.ts";
import { MAX_OUTLINE_CHARACTERS } from "./catalog.ts";
import { findSourceText } from "./repo.ts";

/** Updates a source in the owner's catalog. A second call changes nothing; a source that is gone is forgotten. */
export async function updateCatalog(
  ctx: Pick<Ctx, "db" | "services">,
  address: SourceAddress,
): Promise<void> {
  const catalog = ctx.services.catalog(address.owner);
  const [source, outline] = await Promise.all([
    findSourceText(ctx.db, address.sourceId),
    ctx.services.docsIndex(address).outline(MAX_OUTLINE_CHARACTERS),
  ]);
  if (!source) return catalog.removeSource(address.sourceId);
  await catalog.putSource({ sourceId: address.sourceId, ...source, outline });
}
