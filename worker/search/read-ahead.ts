import type { RoutedSource } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import type { McpSession } from "#worker/calls/mcp-session.ts";
import type { ChosenChunk } from "./assemble.ts";

/** How many pages of an answer an agent may read next without a look-up. */
const PAGES_READ_AHEAD = 3;

/** Keeps the pages of the best passages in the session, as they are now. */
export async function readAhead(
  ctx: Pick<Ctx, "services">,
  session: DurableObjectStub<McpSession>,
  sent: ChosenChunk<RoutedSource>[],
): Promise<void> {
  const wanted = new Map(sent.map(({ candidate, source }) => [candidate.url, source]));
  const pages = await Promise.all(
    [...wanted].slice(0, PAGES_READ_AHEAD).map(async ([url, source]) => {
      const page = await ctx.services.docsIndex(source.address).readPage(url);
      return page ? [{ ...page, source: source.name, version: source.version }] : [];
    }),
  );
  await session.keepPages(pages.flat());
}
