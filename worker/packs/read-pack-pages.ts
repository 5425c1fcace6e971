import * as z from "zod";
import type { PackPart } from "#schema/api/packs.ts";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { listVisibleSources } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sourceAddressOf } from "#worker/owner.ts";
import { newestFirst } from "#worker/public-catalog/versions.ts";

export const readPackPagesInput = z.object({
  /** Source by its id, or by its name, which means the newest version. */
  source: z.string().trim().min(1).max(INPUT_LIMITS.name),
  version: z.string().trim().min(1).max(INPUT_LIMITS.name).optional(),
  after: z.coerce.number().int().min(0).default(0),
});

/**
 * Some pages of a source as its index stores them, for a search without the server. The following part is asked for by the source's id.
 * @throws AppError not-found for a source that the caller can't search.
 */
export async function readPackPages(
  ctx: Pick<Ctx, "actor" | "db" | "scope" | "firstReads" | "services">,
  { source, version, after }: z.output<typeof readPackPagesInput>,
): Promise<PackPart> {
  const visible = await listVisibleSources(ctx, "all");
  const [row] = visible
    .filter(({ id, name }) => id === source || name.toLowerCase() === source.toLowerCase())
    .filter((one) => version === undefined || one.version === version)
    .sort((a, b) => newestFirst(a.version, b.version));
  if (!row)
    throw new AppError(
      "not-found",
      "You have no source of this name and version. List yours with `docenda sources`.",
    );
  const index = ctx.services.docsIndex(sourceAddressOf(row));
  const [{ pages: totalPages }, { pages, next }] = await Promise.all([
    index.totals(),
    index.packPages(after),
  ]);
  const { id, name, url } = row;
  return {
    source: { id, name, version: row.version, url, isPublic: row.ownerKind === "public", totalPages },
    pages: pages.map((page) => ({
      ...page,
      vectors: page.vectors && Buffer.from(page.vectors).toString("base64"),
    })),
    next,
  };
}
