import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { closeConsoles } from "#worker/live/close-consoles.ts";
import { createAuth } from "./create-auth.ts";
import { sessionOf } from "./sessions.ts";

/** Ends the session of these headers; the returned cookies remove it from the browser. */
export async function signOut(
  ctx: Ctx,
  { origin, headers }: { origin: string; headers: Headers },
): Promise<{ cookies: string[] }> {
  const { userId, sessionId } = sessionOf(ctx);
  const answer = await createAuth(ctx, { origin }).api.signOut({ headers, returnHeaders: true });
  closeConsoles(ctx, userId, [sessionId]);
  await recordEvent(ctx, ctx.scope.owner, { type: "signed-out", details: {} });
  return { cookies: answer.headers.getSetCookie() };
}
