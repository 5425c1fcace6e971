import * as z from "zod";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { listVisibleSources } from "#worker/catalog/route.ts";
import { oneLine } from "#worker/content/one-line.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sourceAddressOf } from "#worker/owner.ts";

const MAX_DRAFTS = 100;
/** A word with a capital, an underscore, a dot or a digit inside: a name in code rather than a word of prose. */
const IDENTIFIER = /\b[a-zA-Z_]\w*(?:[A-Z_]\w*|\.\w+)\b/g;
const MAX_IDENTIFIER_CHARACTERS = 60;

export const draftQuestionsInput = z.object({
  source: z.string().trim().min(1).max(INPUT_LIMITS.name),
  limit: z.coerce.number().int().min(1).max(MAX_DRAFTS).default(20),
});

/** A question about a section, a name in its text, and its page. */
export type DraftQuestion = { question: string; must?: string[]; url: string };

/**
 * Questions about a source for a person to correct, from sections spread evenly over its pages. Headings are turned into questions and a
 * name of the section's code into a text that the answer must hold: a start, and no measure of anything.
 * @throws AppError not-found for a source that the caller can't search.
 */
export async function draftQuestions(
  ctx: Pick<Ctx, "actor" | "db" | "scope" | "firstReads" | "services">,
  { source, limit }: z.output<typeof draftQuestionsInput>,
): Promise<DraftQuestion[]> {
  const visible = await listVisibleSources(ctx, "all");
  const row = visible.find(({ name }) => name.toLowerCase() === source.toLowerCase());
  if (!row)
    throw new AppError("not-found", "You have no source of this name. List yours with `docenda sources`.");
  const sections = await ctx.services.docsIndex(sourceAddressOf(row)).sampleSections(limit);
  return sections.map(({ url, title, headingPath, text }) => {
    const heading = headingPath.at(-1) ?? title;
    const about = heading === title ? heading : `${heading} (${title})`;
    const question = `${row.name}: ${oneLine(about)}`;
    const name = nameIn(text, question);
    return { question, ...(name !== null && { must: [name] }), url };
  });
}

/** The longest name of code that is not in the question; null when there is none. */
function nameIn(text: string, question: string): string | null {
  const names = [...text.matchAll(IDENTIFIER)]
    .map(([name]) => name)
    .filter((name) => name.length <= MAX_IDENTIFIER_CHARACTERS && !question.includes(name));
  return names.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))[0] ?? null;
}
