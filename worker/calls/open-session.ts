import { seesPrivate } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import type { McpSession } from "./mcp-session.ts";

/**
 * The session of a handle, of the scope's owner. A session keeps answers and pages, so clients that may see public
 * documents alone have sessions of their own: with the handle of another client of the same user they find nothing.
 */
export function openSession(
  ctx: Pick<Ctx, "actor" | "scope" | "services">,
  handle: string,
): DurableObjectStub<McpSession> {
  // No handle has a dot.
  return ctx.services.mcpSession(ctx.scope.owner, seesPrivate(ctx) ? handle : `public.${handle}`);
}
