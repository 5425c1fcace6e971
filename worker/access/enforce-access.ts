import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { findSession, mayHaveSession } from "#worker/auth/find-session.ts";
import { requireFresh } from "#worker/auth/require-fresh.ts";
import { publicOrigin } from "#worker/http/request-origin.ts";
import type { PaceKind } from "#schema/plans.ts";
import { AppError } from "#worker/errors.ts";
import { requireRoomForRun } from "#worker/sources/require-room.ts";
import { refusalOf, takePace } from "#worker/rate-limits/take-pace.ts";
import { ownerOfRequest } from "#worker/tenancy/owner-of-request.ts";
import { PERMISSIONS } from "#worker/tenancy/permissions.ts";
import type { Permission } from "#worker/tenancy/permissions.ts";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { ACCESS, CALLABLE_ACCESS, CALLABLE_ROUTE, needsVerified, PACED, PACED_CALLABLES } from "./access.ts";
import type { Access } from "./access.ts";
import type { AppEnv, AuthenticatedEnv } from "#worker/http/app-env.ts";
import { authenticate } from "./authenticate-key.ts";
import { requestContext } from "#worker/http/request-context.ts";

/**
 * Lets a request pass to its route when the table of `access.ts` allows it, and gives the route `c.var.ctx` where somebody has to act.
 * Denies routes that the table does not name. An address without a route is not found for everybody.
 */
export const enforceAccess = createMiddleware<AppEnv>(async (c, next) => {
  const found = ruleOf(c);
  const authenticated = c as unknown as Context<AuthenticatedEnv>;
  const cookies = found === null ? [] : await admit(authenticated, found.access);
  if (found?.pace) {
    const answer = await takePace(authenticated.var.ctx, found.pace);
    c.set("pace", answer);
    const refusal = refusalOf(answer);
    if (refusal) throw refusal;
    if (found.pace === "jobs") await requireRoomForRun(authenticated.var.ctx);
  }
  await next();
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
});

/** The rule for the route that will answer; null when no route will. */
function ruleOf(c: Context<AppEnv>): { access: Access; pace?: PaceKind } | null {
  const route = answeringRoute(c);
  if (!route) return null;
  // A route for any method has one rule; a rule for the request's own method comes first.
  const own = `${c.req.method} ${route.path}`;
  const key = Object.hasOwn(ACCESS, own) ? own : `${route.method} ${route.path}`;
  if (key === CALLABLE_ROUTE) {
    const name = c.req.path.split("/").at(-1) ?? "";
    if (!Object.hasOwn(CALLABLE_ACCESS, name))
      throw new AppError("not-found", "This function doesn't exist.");
    const known = name as keyof typeof CALLABLE_ACCESS;
    return { access: CALLABLE_ACCESS[known], pace: PACED_CALLABLES[known] };
  }
  const access = ACCESS[key];
  if (access === undefined) throw new Error(`no rule says who may call ${key}`);
  return { access, pace: PACED[key] };
}

const VERIFY_FIRST =
  "Verify your email address before you do this: open the link in the mail that you got, or ask for another one on your account page.";

/** Puts the acting caller into `c.var.ctx`, or throws. Returns cookies for the answer. */
async function admit(c: Context<AuthenticatedEnv>, access: Access): Promise<string[]> {
  switch (access) {
    case "anyone":
    // The door itself reads keys and tokens, because it refuses in the words of its protocols.
    case "mcp":
    case "local":
      return [];
    default: {
      const mayBeKey = PERMISSIONS[access].keyScope !== undefined;
      if (!mayBeKey || mayHaveSession(c.req.raw.headers)) return admitSession(c, access);
      c.set("ctx", await authenticate(c, access));
      return [];
    }
  }
}

async function admitSession(c: Context<AuthenticatedEnv>, permission: Permission): Promise<string[]> {
  const request = requestContext(c);
  const origin = publicOrigin(request, c.req.url);
  refuseForeignOrigin(c, origin);
  const found = await findSession(request, c.req.raw.headers, origin);
  if (!found) throw new AppError("unauthenticated", "You are not signed in. Sign in and try again.");
  const { actor, cookies } = found;
  if (needsVerified(permission) && !actor.isEmailVerified)
    throw new AppError("permission-denied", VERIFY_FIRST, { data: { reason: "email-not-verified" } });
  if (PERMISSIONS[permission].credential === "fresh") requireFresh(actor, request.now());
  const owner = await ownerOfRequest(request, { actor, teamId: teamOf(c) }, permission);
  c.set("ctx", { ...request, actor, scope: { owner } });
  return cookies;
}

function answeringRoute(c: Context<AppEnv> | Context<AuthenticatedEnv>) {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"));
}

/** The team that a person acts for: the one in the address, or the selected one. A socket cannot send a header. */
function teamOf(c: Context<AuthenticatedEnv>): string | null {
  // A middleware for all routes has no parameters of the one that answers.
  const at = answeringRoute(c)?.path.split("/").indexOf(":teamId") ?? -1;
  const inPath = at < 0 ? undefined : c.req.path.split("/")[at];
  const named = inPath ?? c.req.header("x-team-id") ?? c.req.query("teamId");
  return named === undefined || named === "" || named === PERSONAL_SCOPE ? null : named;
}

/**
 * Refuses requests of foreign pages. A browser sends its cookie with requests of any page, and names the page's origin: pages of other
 * origins are refused where something may change. Programs name none and send no cookie by themselves.
 */
function refuseForeignOrigin(c: Context<AuthenticatedEnv>, own: string): void {
  if (c.req.method === "GET" || c.req.method === "HEAD") return;
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  const isOwn = origin === undefined ? site === undefined || site === "same-origin" : origin === own;
  if (!isOwn)
    throw new AppError("permission-denied", "The request comes from a page of another site.", {
      data: { reason: "foreign-origin" },
    });
}
