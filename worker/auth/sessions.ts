import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { closeConsoles } from "#worker/live/close-consoles.ts";
import type { SessionActor } from "./find-session.ts";
import { deleteSessions, listSessionRows } from "./repo.ts";

export type ListedSession = {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  /** Whether this session is the one that asks. */
  isCurrent: boolean;
};

/** The browsers in which the user is signed in, the latest used first. */
export async function listSessions(ctx: Ctx): Promise<ListedSession[]> {
  const { userId, sessionId } = sessionOf(ctx);
  const rows = await listSessionRows(ctx.db, userId, ctx.now());
  return rows.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
    id,
    createdAt,
    lastUsedAt: updatedAt,
    ipAddress,
    userAgent,
    isCurrent: id === sessionId,
  }));
}

export const revokeSessionInput = z.object({ sessionId: z.string().min(1).max(INPUT_LIMITS.id) });

/** Signs one browser of the user out, from its next request on; not-found for a session of somebody else or a session that is over. */
export async function revokeSession(
  ctx: Ctx,
  { sessionId }: z.infer<typeof revokeSessionInput>,
): Promise<{ sessionId: string }> {
  const { userId } = sessionOf(ctx);
  const [id] = await deleteSessions(ctx.db, userId, { only: sessionId });
  if (id === undefined) throw new AppError("not-found", "This session has already ended.");
  closeConsoles(ctx, userId, [id]);
  await recordEvent(ctx, ctx.scope.owner, { type: "session.revoked", details: { sessionId: id } });
  return { sessionId: id };
}

/** Signs out every browser of the user, this one too. */
export async function signOutEverywhere(ctx: Ctx): Promise<{ sessionIds: string[] }> {
  const { userId } = sessionOf(ctx);
  const sessionIds = await deleteSessions(ctx.db, userId, { except: null });
  closeConsoles(ctx, userId, sessionIds);
  await recordEvent(ctx, ctx.scope.owner, {
    type: "sessions.revoked",
    details: { count: sessionIds.length, because: "signed out everywhere" },
  });
  return { sessionIds };
}

/** The acting session; permission-denied for a key or the system, which have none. */
export function sessionOf({ actor }: Pick<Ctx, "actor">): SessionActor {
  if (actor.kind !== "session")
    throw new AppError("permission-denied", "Only a person who is signed in can do this.");
  return actor;
}
