import * as z from "zod";
import { limitInput } from "#schema/api/limits.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { setKeyLimit } from "./repo.ts";

export const limitApiKeyInput = z.object({
  /** Monthly credits of the key's owner that the key may use; null for as many as there are. */
  monthlyCredits: limitInput,
});

/** Sets how many credits a key may use each month, from its next call on. not-found for a key of somebody else or a revoked one. */
export async function limitApiKey(
  ctx: Ctx,
  { keyId, monthlyCredits }: z.output<typeof limitApiKeyInput> & { keyId: string },
): Promise<{ id: string; monthlyCredits: number | null }> {
  const { owner } = ctx.scope;
  if (!(await setKeyLimit(ctx.db, owner, keyId, monthlyCredits)))
    throw new AppError("not-found", "You have no such API key.");
  await recordEvent(ctx, owner, { type: "api-key.limited", details: { keyId, monthlyCredits } });
  publishChange(ctx, owner, "api-keys");
  return { id: keyId, monthlyCredits };
}
