import * as z from "zod";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { EXAMPLE_QUESTIONS, EXAMPLES_SHOWN, PUBLIC_QUESTION_CHARACTERS } from "#schema/api/public-search.ts";
import type { ExampleQuestion, PublicSearchAnswer } from "#schema/api/public-search.ts";
import { listVisibleSources } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import { catalogNames } from "#worker/public-catalog/catalog-names.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { searchDocs } from "#worker/search/search-docs.ts";

export const searchPublicInput = z.object({
  query: z.string().trim().min(1).max(PUBLIC_QUESTION_CHARACTERS),
  /** Limits the search to one source, by name, alias or package. */
  source: z.string().trim().min(1).max(INPUT_LIMITS.name).optional(),
});
export type SearchPublic = z.infer<typeof searchPublicInput>;

type VisitorCtx = Pick<Ctx<null>, "caller" | "db" | "log" | "now" | "services">;

/** Scope of a visitor, who owns nothing, so nothing private can be in an answer. */
const NOBODY = { actor: { kind: "system" }, scope: { owner: null } } as const;
const TOO_MANY =
  "You have used this hour's free searches. Sign up for an API key, which is free, or try again later.";

/**
 * The search that agents call, for anybody, over the public sources alone: no account, no session and no credit. A network's searches in
 * an hour are limited (`LIMITS`): resource-exhausted beyond. not-found for a source that is not public.
 */
export async function searchPublic(
  ctx: VisitorCtx,
  { query, source }: SearchPublic,
): Promise<PublicSearchAnswer> {
  await takeNetworkAttempt(ctx, "public-search/network", TOO_MANY);
  const { confidence, passages, sources, tokens } = await searchDocs(
    { ...ctx, ...NOBODY },
    { query, scope: "public", sources: source === undefined ? undefined : [source] },
  );
  return {
    confidence,
    passages: passages.map(({ title, url, headingPath, source: name, version, tokens: size, text }) => ({
      title,
      url,
      headingPath,
      source: name,
      version,
      tokens: size,
      text,
    })),
    sources,
    receipt: { tokensSent: tokens.sent, tokensOfFullPages: tokens.ofFullPages },
  };
}

/** Questions to offer on the site: the first ones whose library is indexed, under the name of its source. */
export async function listExamples(ctx: VisitorCtx): Promise<ExampleQuestion[]> {
  const names = (await listVisibleSources({ ...ctx, ...NOBODY }, "public")).map(({ name }) => name);
  const nameOf = ({ library }: ExampleQuestion) => {
    const known = new Set([library, catalogNames().find(library)?.name].map((name) => name?.toLowerCase()));
    return names.find((name) => known.has(name.toLowerCase()));
  };
  return EXAMPLE_QUESTIONS.flatMap((example) => {
    const library = nameOf(example);
    return library === undefined ? [] : [{ ...example, library }];
  }).slice(0, EXAMPLES_SHOWN);
}
