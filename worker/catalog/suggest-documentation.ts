import * as z from "zod";
import { SUGGESTION_CHARACTERS } from "#schema/api/catalog.ts";
import type { SuggestionAnswer } from "#schema/api/catalog.ts";
import type { Ctx } from "#worker/context.ts";
import { canonicalUrl } from "#worker/content/crawl-url.ts";
import { AppError } from "#worker/errors.ts";
import { checkUrl, FetchRefused } from "#worker/platform/guarded-fetch.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { catalogEntriesAt } from "#worker/public-catalog/entry-at.ts";
import { addSuggestion } from "./repo.ts";

export const suggestDocumentationInput = z.object({
  url: z.string().trim().min(1).max(SUGGESTION_CHARACTERS.url),
  name: z.string().trim().max(SUGGESTION_CHARACTERS.name).optional(),
  note: z.string().trim().max(SUGGESTION_CHARACTERS.note).optional(),
});
export type SuggestDocumentation = z.infer<typeof suggestDocumentationInput>;

/**
 * Stores that a signed-in person would like an address to be in the public catalog, or says which entry has the address already. Nothing
 * is fetched. The same person counts once for an address; twenty in an hour.
 */
export async function suggestDocumentation(ctx: Ctx, input: SuggestDocumentation): Promise<SuggestionAnswer> {
  if (ctx.actor.kind !== "session")
    throw new AppError("permission-denied", "Only a person who is signed in can suggest documentation.");
  const { userId } = ctx.actor;
  await takeAttempt(ctx, "suggestion/user", userId);
  const url = readAddress(input.url);
  const [entry] = catalogEntriesAt(url);
  if (entry) return { status: "known", entry: { name: entry.name, home: entry.home } };
  const words = { name: input.name || null, note: input.note || null };
  return { status: "noted", url, people: await addSuggestion(ctx.db, { url, userId, ...words }, ctx.now()) };
}

/** Address as a person types it: https without a scheme. The guard's rules hold, but for those that need the network. */
function readAddress(typed: string): string {
  const href = /^[a-z][a-z0-9+.-]*:(?!\d+(?:\/|$))/i.test(typed) ? typed : `https://${typed}`;
  try {
    const url = canonicalUrl(checkUrl(href, { loopbackHosts: [] }).href);
    if (url) return url;
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new AppError("invalid-argument", `This address cannot be indexed: ${error.message}.`, {
      data: { kind: error.kind },
    });
  }
  throw new AppError("invalid-argument", "This address cannot be indexed: it is too long.");
}
