import type { Ctx } from "#worker/context.ts";

/**
 * The web app's origin, for links in mails and for callbacks: the configured origin, else the request's own. A request can be made to look
 * as if it came for another host, so production has the origin configured.
 */
export function publicOrigin(ctx: Pick<Ctx, "services">, requestUrl: string): string {
  return ctx.services.config.publicOrigin ?? new URL(requestUrl).origin;
}
