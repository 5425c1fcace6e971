import * as z from "zod";
import { MISSED_QUESTION_CHARACTERS } from "#schema/api/missed-questions.ts";
import type { Ctx } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { putMiss } from "./repo.ts";

export const reportMissInput = z.object({
  question: z.string().trim().min(1).max(MISSED_QUESTION_CHARACTERS.question),
  pageUrl: z
    .url({ protocol: /^https?$/ })
    .max(MISSED_QUESTION_CHARACTERS.pageUrl)
    .optional(),
});
export type ReportMiss = z.infer<typeof reportMissInput>;

const TOO_MANY = "You have sent many reports this hour. Thank you; please send the next one later.";

/**
 * Writes down a question that was answered badly, for a person to look at; nothing fetches the page. The same report again
 * changes nothing.
 */
export async function reportMiss(
  ctx: Pick<Ctx, "db" | "services" | "caller" | "now">,
  { question, pageUrl }: ReportMiss,
): Promise<void> {
  await takeNetworkAttempt(ctx, "missed-question/network", TOO_MANY);
  const id = await sha256Hex(JSON.stringify([question.toLowerCase(), pageUrl ?? null]));
  await putMiss(ctx.db, { id, question, pageUrl: pageUrl ?? null, createdAt: ctx.now() });
}
