import { userOwner } from "#worker/owner.ts";
import type { AppContext } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import type { Ctx } from "#worker/context.ts";

/**
 * Whether a request may use `/__local`: there is a token on this machine, and the request has it in `x-local-token`.
 * There is no token in production. Compared in constant time.
 */
export async function mayUseLocalDoor(c: AppContext): Promise<boolean> {
  const { localToken } = requestContext(c).services.config;
  const given = c.req.raw.headers.get("x-local-token");
  if (localToken === null || given === null) return false;
  // The digests have one length, which timingSafeEqual asks for.
  const [wanted, shown] = await Promise.all([digest(localToken), digest(given)]);
  return crypto.subtle.timingSafeEqual(wanted, shown);
}

/** The system acting for one user. */
export function localCtx(c: AppContext, userId: string): Ctx {
  return { ...systemCtx(c), scope: { owner: userOwner(userId) } };
}

/** The system acting for nobody in particular. */
export function systemCtx(c: AppContext): Ctx<null> {
  return { ...requestContext(c), actor: { kind: "system" }, scope: { owner: null } };
}

async function digest(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
