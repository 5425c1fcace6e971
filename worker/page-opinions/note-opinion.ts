import * as z from "zod";
import { OPINION_CHARACTERS } from "#schema/api/page-opinions.ts";
import { findRoute } from "#schema/routes.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { hmacHex } from "#worker/platform/digest.ts";
import { networkOf } from "#worker/rate-limits/network-of.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { putOpinion } from "./repo.ts";

const PATH_CHARACTERS = 200;

export const noteOpinionInput = z.object({
  path: z.string().max(PATH_CHARACTERS),
  isUseful: z.boolean(),
  words: z.string().trim().max(OPINION_CHARACTERS).optional(),
});
export type NoteOpinion = z.infer<typeof noteOpinionInput>;

/**
 * Writes down whether a page of the documentation was useful. Anybody may say so, once a day for a page: a second answer replaces the
 * first. The visitor's identity is not kept (schema/tables/page-opinions.ts).
 */
export async function noteOpinion(
  ctx: Pick<Ctx, "db" | "services" | "caller" | "now">,
  { path, isUseful, words }: NoteOpinion,
): Promise<void> {
  await takeNetworkAttempt(ctx, "opinion/network");
  if (!isDocsPage(path))
    throw new AppError(
      "invalid-argument",
      "`path` isn't a page of the documentation. Send one such as /docs.",
    );
  const now = ctx.now();
  const day = now.toISOString().slice(0, 10);
  const { ipAddress, userAgent } = ctx.caller;
  const visitor = await hmacHex(
    ctx.services.config.authSecret,
    `opinion ${day} ${networkOf(ipAddress)} ${userAgent ?? ""}`,
  );
  await putOpinion(ctx.db, {
    path,
    day,
    visitor: visitor.slice(0, 32),
    isUseful,
    words: words || null,
    createdAt: now,
  });
}

function isDocsPage(path: string): boolean {
  return (path === "/docs" || path.startsWith("/docs/")) && findRoute(path)?.path === path;
}
