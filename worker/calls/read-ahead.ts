import type { RoutedSource } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import type { KeptPage } from "#worker/reader/find-page.ts";
import type { ChosenChunk } from "#worker/search/assemble.ts";

/** Number of an answer's pages that an agent may read next without a look-up. */
const PAGES_READ_AHEAD = 3;

/** The pages of the best passages in their present state, for a session to keep. */
export async function readAhead(
  ctx: Pick<Ctx, "services">,
  sent: ChosenChunk<RoutedSource>[],
): Promise<KeptPage[]> {
  const wanted = new Map(sent.map(({ candidate, source }) => [candidate.url, source]));
  const pages = await Promise.all(
    [...wanted].slice(0, PAGES_READ_AHEAD).map(async ([url, source]) => {
      const page = await ctx.services.docsIndex(source.address).readPage(url);
      return page ? [{ ...page, source: source.name, version: source.version }] : [];
    }),
  );
  return pages.flat();
}
