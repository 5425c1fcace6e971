import type { Ctx, Owner } from "#worker/context.ts";
import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { principalOf } from "#worker/owner.ts";
import { hmacHex } from "#worker/platform/digest.ts";
import { SECRETS } from "./secrets.ts";
import type { SourceAddress } from "#worker/services.ts";

export type Unanswered = {
  question: string;
  confidence: "nearest" | "absent";
  /** Sources that the question is about: those that the caller or the question names, else the source that came closest. */
  sources: SourceAddress[];
  nearest: { url: string; title: string } | null;
};

/** A question that names more sources than this is about none of them in particular. */
const MAX_SOURCES = 3;
const MAX_QUESTION_CHARACTERS = 300;
const MAX_TERMS = 30;

/**
 * Notes after the answer, at the sources that were meant, that they had no sure answer. The question itself only at a source of its asker;
 * at a public one its terms alone.
 */
export function noteGaps(
  ctx: Pick<Ctx, "scope" | "services" | "now" | "waitUntil" | "log">,
  { question, confidence, sources, nearest }: Unanswered,
): void {
  const meant = [...new Map(sources.map((source) => [source.sourceId, source])).values()];
  if (meant.length === 0 || meant.length > MAX_SOURCES) return;
  const now = ctx.now();
  const words = question.replaceAll(SECRETS, "[secret]").slice(0, MAX_QUESTION_CHARACTERS);
  const terms = analyzeQuestion(words)
    .terms.filter(({ isAdded }) => !isAdded)
    .map(({ term }) => term)
    .slice(0, MAX_TERMS);
  const note = async (source: SourceAddress) => {
    const asker = await askerOf(ctx, ctx.scope.owner, source);
    const day = now.toISOString().slice(0, 10);
    const id = await hmacHex(ctx.services.config.apiKeyPepper, JSON.stringify([asker, day, terms]));
    await ctx.services.docsIndex(source).noteGap({
      id,
      asker,
      question: source.owner.kind === "public" ? null : words,
      terms,
      confidence,
      nearestUrl: nearest?.url ?? null,
      nearestTitle: nearest?.title ?? null,
      askedAt: now.getTime(),
    });
  };
  ctx.waitUntil(
    Promise.all(meant.map(note)).catch((error: unknown) => ctx.log.error("gaps.not-noted", error)),
  );
}

/** Pseudonym of an account at one source: always the same there, and different at another source. */
function askerOf(
  { services }: Pick<Ctx, "services">,
  owner: Owner,
  { sourceId }: SourceAddress,
): Promise<string> {
  return hmacHex(services.config.apiKeyPepper, JSON.stringify(["gap", principalOf(owner), sourceId]));
}
