import * as z from "zod";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { listVisibleSources } from "#worker/catalog/route.ts";
import { oneLine } from "#worker/content/one-line.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { sourceAddressOf, sourceOwnerOf } from "#worker/owner.ts";
import { groupGaps } from "./group-gaps.ts";
import type { GapGroup } from "./group-gaps.ts";

/** Least number of askers; fewer could be recognized by their question. */
export const MIN_PUBLIC_ASKERS = 5;

export const listGapsInput = z.object({ source: z.string().trim().min(1).max(INPUT_LIMITS.name) });

export type DocumentationGap = GapGroup & { issue: { title: string; body: string } };

/**
 * Questions of the last 30 days that the documentation of a source didn't surely answer, by nearness, with the text of an issue for each.
 * For a public source only groups of at least five askers, and no question in its own words.
 * @throws AppError not-found for a source that the caller can't search.
 */
export async function listGaps(
  ctx: Pick<Ctx, "actor" | "db" | "scope" | "firstReads" | "services" | "now">,
  { source }: z.output<typeof listGapsInput>,
): Promise<DocumentationGap[]> {
  const visible = await listVisibleSources(ctx, "all");
  const row = visible.find(({ name }) => name.toLowerCase() === source.toLowerCase());
  if (!row)
    throw new AppError("not-found", "You have no source of this name. List yours with `docenda sources`.");
  const owner = sourceOwnerOf(row);
  const index = ctx.services.docsIndex(sourceAddressOf(row));
  const gaps = await index.listGaps(ctx.now().getTime());
  const groups = groupGaps(gaps, { minAskers: owner.kind === "public" ? MIN_PUBLIC_ASKERS : 1 });
  return groups.map((group) => ({ ...group, issue: draftIssue(group) }));
}

/** Text for the project's tracker. A question and a title are somebody's words: on one line, and quoted. */
function draftIssue({ question, terms, times, askers, absent, nearest }: GapGroup): {
  title: string;
  body: string;
} {
  const about = question === null ? terms.join(" ") : oneLine(question);
  const often =
    times === 1 ? "once" : `${times} times, by ${askers} ${askers === 1 ? "account" : "accounts"},`;
  return {
    title: `Docs: ${about}`,
    body: [
      `Coding agents asked about this ${often} in the last 30 days, and the documentation had no sure answer:`,
      "",
      `> ${about}`,
      "",
      nearest === null
        ? "No page comes near it."
        : `The closest page is [${oneLine(nearest.title).replaceAll(/[[\]]/g, "")}](${nearest.url}).`,
      ...(absent > 0 ? [`For ${absent} of ${times}, nothing was close enough to send.`] : []),
      "",
      "Either the answer is missing, or it is in other words than people ask in. Adding the words of the question to a heading often helps.",
    ].join("\n"),
  };
}
