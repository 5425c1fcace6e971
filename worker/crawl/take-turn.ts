import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";

/**
 * Waits until a page outside any crawl may be fetched: under the rules and at the pace of crawls of its host, so that many readers of one
 * site together are as polite as one. permission-denied where robots.txt forbids the page, unavailable when the turn would come too late.
 * Faults of the address itself are reported by the fetch.
 */
export async function takeTurn(ctx: Pick<Ctx, "services">, url: URL, maxWaitMs: number): Promise<void> {
  const { refusal, pages } = await ctx.services.crawlHost(url.origin).admit(url.origin, [url.href]);
  if (refusal?.outcome === "robots")
    throw later("The robots.txt of that site cannot be read, which forbids everything.", REFUSED_FOR_SECONDS);
  const [turn] = pages;
  if (refusal !== null || turn === undefined) return;
  if ("disallowedBy" in turn)
    throw new AppError(
      "permission-denied",
      "The robots.txt of that site asks programs not to read that page, so it is not read.",
    );
  const waitMs = ("startAt" in turn ? turn.startAt : turn.notBefore) - Date.now();
  if (waitMs > maxWaitMs)
    throw later("Many pages of that site are being read at the moment.", Math.ceil(waitMs / 1000));
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** Time for which an unreadable robots.txt is kept. */
const REFUSED_FOR_SECONDS = 60;

function later(words: string, retryAfterSeconds: number): AppError {
  return new AppError("unavailable", `${words} Try again in ${retryAfterSeconds} s.`, {
    data: { retryAfterSeconds },
  });
}
