import type { Ctx } from "#worker/context.ts";
import { MAX_VECTOR_BYTES } from "#worker/docs-index/vector-room.ts";
import { sourceAddressOf } from "#worker/owner.ts";
import { listSources } from "./list-sources.ts";
import type { SourceSummary } from "./list-sources.ts";
import { findSource } from "./repo.ts";

export type ShownSource = SourceSummary & {
  /** Indexing work that goes on after the run, in words; null when there is none. */
  indexing: string | null;
};

/**
 * The sources that the scope may search, in the order of `listSources`. Only sources too large to have their vectors in memory are asked
 * for the progress of the vectors' copy; a source that does not answer has none.
 */
export async function showSources(
  ctx: Pick<Ctx, "actor" | "db" | "scope" | "services" | "log">,
  { maxVectorBytes = MAX_VECTOR_BYTES } = {},
): Promise<ShownSource[]> {
  const { dims } = ctx.services.embedder;
  const sources = await listSources(ctx);
  return await Promise.all(
    sources.map(async (source) => {
      const isLarge = source.totalChunks * dims > maxVectorBytes;
      return { ...source, indexing: isLarge ? await indexingOf(ctx, source.id) : null };
    }),
  );
}

async function indexingOf(
  ctx: Pick<Ctx, "db" | "services" | "log">,
  sourceId: string,
): Promise<string | null> {
  try {
    const source = await findSource(ctx.db, sourceId);
    const progress = source && (await ctx.services.docsIndex(sourceAddressOf(source)).copyProgress());
    if (!progress || progress.copied >= progress.of) return null;
    const [copied, of] = [progress.copied, progress.of].map((count) => count.toLocaleString("en-US"));
    return `Indexing goes on: ${copied} of ${of} passages can be found by their meaning so far, the others by their words.`;
  } catch (error) {
    ctx.log.error("sources.progress-failed", error);
    return null;
  }
}
