import { userOwner } from "#worker/owner.ts";
import { NO_CALLER } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { listUnfinished } from "./repo.ts";
import type { UserRow } from "./repo.ts";
import { DELETION_STEPS } from "./steps.ts";

/** The door's part of a deletion's context; the deletion sets the actor and the scope itself. */
export type DeletionCtx = Omit<Ctx, "actor" | "caller" | "scope">;

/** Time that the request for the deletion has to itself; the clock does not work on the account beside it. */
const PATIENCE_MS = 2 * 60_000;
const MAX_ACCOUNTS = 20;

/**
 * Deletes everything of a closed account, step by step. Nothing is remembered between the steps: after a kill all are done again from the
 * first, which finds nothing where its work was done before. Throws what a step throws.
 */
export async function finishDeletion(door: DeletionCtx, user: UserRow): Promise<void> {
  const ctx = systemCtxFor(door, user);
  for (const step of DELETION_STEPS) await step.run(ctx, user);
  ctx.log.info("account.deleted", { userIdHash: await sha256Hex(user.id) });
}

/** Goes on with the deletions that were begun and not ended, the oldest first. A deletion that fails keeps no other waiting. */
export async function resumeDeletions(door: DeletionCtx): Promise<void> {
  const before = new Date(door.now().getTime() - PATIENCE_MS);
  for (const user of await listUnfinished(door.db, before, MAX_ACCOUNTS)) {
    await finishDeletion(door, user).catch((error: unknown) => logFailure(door, error));
  }
}

export function logFailure({ log }: Pick<Ctx, "log">, error: unknown): void {
  log.error("account.deletion-failed", error);
}

/** The system's context in the scope of the user, without a caller: nothing that it writes may name the user again. */
export function systemCtxFor(door: DeletionCtx, user: Pick<UserRow, "id">): Ctx {
  return {
    ...door,
    actor: { kind: "system" },
    caller: NO_CALLER,
    scope: { owner: userOwner(user.id) },
  };
}
