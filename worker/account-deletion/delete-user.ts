import { teamsOwnedAlone } from "#worker/tenancy/owned-alone.ts";
import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { finishDeletion, logFailure } from "./finish-deletion.ts";
import { closeAccount } from "./repo.ts";

export const deleteUserInput = z.object({});

/**
 * Deletes the account of the person who is signed in, for good. When this returns, all sessions are over and all keys refuse; the rest
 * goes right after, or with the clock's help within minutes. A second call changes nothing. aborted for the only owner of a team.
 */
export async function deleteUser(ctx: Ctx): Promise<{ success: true }> {
  if (ctx.actor.kind !== "session")
    throw new AppError("permission-denied", "Only a person who is signed in can delete an account.");
  const ownedAlone = await teamsOwnedAlone(ctx, ctx.actor.userId);
  if (ownedAlone.length > 0)
    throw new AppError(
      "aborted",
      `You are the only owner of ${ownedAlone.join(", ")}. Make somebody else an owner or delete the team first.`,
      { data: { reason: "last-owner", teams: ownedAlone } },
    );
  const user = await closeAccount(ctx.db, ctx.actor.userId, ctx.now());
  if (user) ctx.waitUntil(finishDeletion(ctx, user).catch((error: unknown) => logFailure(ctx, error)));
  return { success: true };
}
