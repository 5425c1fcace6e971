import { userOwner } from "#worker/owner.ts";
import type { Ctx } from "#worker/context.ts";

/** Closes the consoles of a user's sessions that have ended, after the answer. A console that is missed only hears names of topics. */
export function closeConsoles(
  ctx: Pick<Ctx, "services" | "log" | "waitUntil">,
  userId: string,
  sessionIds: string[],
): void {
  const hub = ctx.services.liveHub(userOwner(userId));
  const closing = Promise.all(sessionIds.map((sessionId) => hub.closeSession(sessionId)));
  ctx.waitUntil(closing.catch((error: unknown) => ctx.log.error("consoles not closed", error)));
}
