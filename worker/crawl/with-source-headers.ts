import { openHeaders } from "#worker/sources/source-headers.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import type { CrawlStart } from "#worker/runs/crawl-steps.ts";

/**
 * A context whose fetches open what the source's owner gave request headers for. Headers that do not open any more are left
 * out: the pages then say that they need a sign-in.
 */
export async function withSourceHeaders(
  ctx: CrawlCtx,
  { runId, address }: Pick<CrawlStart, "runId" | "address">,
): Promise<CrawlCtx> {
  const own = await openHeaders(ctx, address).catch((error: unknown) => {
    ctx.log.error("crawl.headers-not-opened", error, { runId });
    return null;
  });
  if (own === null) return ctx;
  const { guardedFetch } = ctx.services;
  return {
    ...ctx,
    services: {
      ...ctx.services,
      guardedFetch: (url, options) => guardedFetch(url, { ...options, ownHeaders: own }),
      // The headers are for the site's host alone: a browser far away must not have them, and sees nothing without them.
      pageRenderer: null,
    },
  };
}
