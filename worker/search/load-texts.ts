import type { RoutedSource } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import type { ChosenChunk } from "./assemble.ts";
import type { RankedCandidate } from "./rank.ts";

/** The text of each chosen chunk, at most one call a source. A chunk that was replaced in between is left out. */
export async function loadTexts(
  ctx: Pick<Ctx, "services">,
  chosen: RankedCandidate<RoutedSource>[],
): Promise<ChosenChunk<RoutedSource>[]> {
  const bySource = Map.groupBy(chosen, (entry) => entry.source);
  const loaded = await Promise.all(
    [...bySource].map(async ([source, entries]) => {
      const missing = entries.filter(({ candidate }) => candidate.text === undefined);
      const texts =
        missing.length === 0
          ? []
          : await ctx.services
              .docsIndex(source.address)
              .chunkTexts(missing.map(({ candidate }) => candidate.chunkId));
      const textOf = new Map(texts.map(({ chunkId, text }) => [chunkId, text]));
      return entries.flatMap((entry) => {
        const text = entry.candidate.text ?? textOf.get(entry.candidate.chunkId);
        return text === undefined ? [] : [{ ...entry, text }];
      });
    }),
  );
  const order = new Map(chosen.map(({ candidate, source }, i) => [key(source, candidate.chunkId), i]));
  return loaded
    .flat()
    .sort(
      (a, b) =>
        order.get(key(a.source, a.candidate.chunkId))! - order.get(key(b.source, b.candidate.chunkId))!,
    );
}

function key(source: RoutedSource, chunkId: number): string {
  return `${source.address.sourceId}:${chunkId}`;
}
