import { openHeaders } from "#worker/sources/source-headers.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import type { CrawlStart } from "#worker/runs/crawl-steps.ts";

/**
 * A context whose fetches send the request headers that the source's owner gave. Headers that cannot be unsealed any more are left out:
 * the pages then say that they need a sign-in.
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
      // No browser: the headers are for the site's host alone, and a remote browser without the headers would see nothing.
      pageRenderer: null,
    },
  };
}
