import { Hono } from "hono";
import type { Context } from "hono";
import { safeContinuation } from "#schema/continuation.ts";
import { wantsOwnConsent } from "#worker/users/consent-countries.ts";
import type { SessionAnswer } from "#schema/api/session.ts";
import { AppError } from "#worker/errors.ts";
import type { AppEnv, AuthenticatedEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { parseInput, validated } from "#worker/http/validate.ts";
import { readFlags } from "#worker/platform/flags.ts";
import { authError } from "./auth-error.ts";
import { changePassword, changePasswordInput } from "./change-password.ts";
import { donePage } from "./done-page.ts";
import { findSession } from "./find-session.ts";
import { linkProviderInput, startLink } from "./link-provider.ts";
import { listSignInMethods } from "./list-sign-in-methods.ts";
import { finishProviderSignIn, providerSignInInput, startProviderSignIn } from "./provider-sign-in.ts";
import { PROVIDERS } from "./providers.ts";
import { publicOrigin } from "#worker/http/request-origin.ts";
import {
  checkResetCode,
  requestPasswordReset,
  requestResetInput,
  resetPassword,
  resetPasswordInput,
} from "./reset-password.ts";
import { sendVerification } from "./send-verification.ts";
import { listSessions, revokeSession, signOutEverywhere } from "./sessions.ts";
import { signIn, signInInput } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import type { SignedIn } from "./signed-in.ts";
import { signUp, signUpInput } from "./sign-up.ts";
import { unlinkSignInMethod, unlinkSignInMethodInput } from "./unlink-sign-in-method.ts";
import { mailCodeInput, verifyEmail } from "./verify-email.ts";

/** Routes of the sign-in for visitors; mounted under `/api/auth`. */
export const signInRoutes = new Hono<AppEnv>()
  .post("/sign-up", validated("json", signUpInput), async (c) => {
    const { user, cookies } = await signUp(requestContext(c), c.req.valid("json"), signInDoorOf(c));
    return withCookies(c.json({ user: shownUser(user) }), cookies);
  })
  .post("/sign-in", validated("json", signInInput), async (c) => {
    const { user, cookies } = await signIn(requestContext(c), c.req.valid("json"), signInDoorOf(c));
    return withCookies(c.json({ user: shownUser(user) }), cookies);
  })
  .get("/providers/:provider", async (c) => {
    const query = { ...c.req.query(), provider: c.req.param("provider") };
    const { location, cookies } = await startProviderSignIn(
      requestContext(c),
      parseInput(providerSignInInput, query),
      doorOf(c),
    );
    return withCookies(c.redirect(location), cookies);
  })
  .get("/callback/:provider", async (c) => {
    const provider = PROVIDERS.find((name) => name === c.req.param("provider"));
    if (!provider) throw new AppError("not-found", "This sign-in method doesn't exist.");
    const { origin } = doorOf(c);
    const { location, cookies } = await finishProviderSignIn(requestContext(c), provider, c.req.raw, origin);
    return withCookies(c.redirect(location), cookies);
  })
  .post("/verify-email", validated("json", mailCodeInput), async (c) =>
    c.json(await verifyEmail(requestContext(c), c.req.valid("json"))),
  )
  .post("/request-password-reset", validated("json", requestResetInput), async (c) =>
    c.json(await requestPasswordReset(requestContext(c), c.req.valid("json"), doorOf(c))),
  )
  .post("/check-reset-code", validated("json", mailCodeInput), async (c) =>
    c.json(await checkResetCode(requestContext(c), c.req.valid("json"))),
  )
  .post("/reset-password", validated("json", resetPasswordInput), async (c) =>
    c.json(await resetPassword(requestContext(c), c.req.valid("json"))),
  );

/** Routes of the sign-in for signed-in users; mounted under `/api/auth`. */
export const sessionRoutes = new Hono<AuthenticatedEnv>()
  .post("/sign-out", async (c) => {
    const { cookies } = await signOut(c.var.ctx, doorOf(c));
    return withCookies(c.json({ isSignedOut: true }), cookies);
  })
  .post("/sign-out-everywhere", async (c) => {
    await signOutEverywhere(c.var.ctx);
    const { cookies } = await signOut(c.var.ctx, doorOf(c));
    return withCookies(c.json({ isSignedOut: true }), cookies);
  })
  .get("/sessions", async (c) => c.json({ sessions: await listSessions(c.var.ctx) }))
  .delete("/sessions/:id", async (c) =>
    c.json(await revokeSession(c.var.ctx, { sessionId: c.req.param("id") })),
  )
  .get("/sign-in-methods", async (c) => c.json(await listSignInMethods(c.var.ctx)))
  .post("/sign-in-methods/:provider/link", validated("param", linkProviderInput), async (c) => {
    const { url, cookies } = await startLink(c.var.ctx, c.req.valid("param"), doorOf(c));
    return withCookies(c.json({ url }), cookies);
  })
  .delete("/sign-in-methods/:method", validated("param", unlinkSignInMethodInput), async (c) =>
    c.json(await unlinkSignInMethod(c.var.ctx, c.req.valid("param"))),
  )
  .post("/send-verification", async (c) => c.json(await sendVerification(c.var.ctx, doorOf(c))))
  .post("/change-password", validated("json", changePasswordInput), async (c) =>
    c.json(await changePassword(c.var.ctx, c.req.valid("json"))),
  );

/** `GET /api/session`: the signed-in user, if there is one. */
export const sessionRoute = new Hono<AppEnv>().get("/session", async (c) => {
  const { origin, headers } = doorOf(c);
  const found = await findSession(requestContext(c), headers, origin);
  const flags = await readFlags(requestContext(c), found?.user.id);
  const answer: SessionAnswer = {
    user: found && shownUser(found.user),
    ...(wantsOwnConsent(requestContext(c).caller.country) && { wantsOwnConsent: true }),
    flags,
  };
  return withCookies(c.json(answer), found?.cookies ?? []);
});

/** `GET /auth/popup-done`: the page where a sign-in at a provider ends. */
export const donePageRoute = new Hono<AppEnv>().get("/popup-done", async (c) => {
  const { error, provider, cont } = c.req.query();
  const { html, contentSecurityPolicy } = await donePage({
    error: error ?? null,
    provider: provider ?? null,
    cont: safeContinuation(cont, doorOf(c).origin),
  });
  return c.html(html, 200, {
    "content-security-policy": contentSecurityPolicy,
    "referrer-policy": "no-referrer",
  });
});

function doorOf(c: Context<AppEnv> | Context<AuthenticatedEnv>): { origin: string; headers: Headers } {
  const origin = publicOrigin(requestContext(c), c.req.url);
  return { origin, headers: c.req.raw.headers };
}

/**
 * The door for signing in, open to pages at the app's own address alone: the cookie belongs there. A page elsewhere, be it a second
 * address of this copy or somebody else's, is refused with the reason. Programs name no page.
 */
function signInDoorOf(c: Context<AppEnv>): { origin: string; headers: Headers } {
  const door = doorOf(c);
  if ((c.req.header("origin") ?? door.origin) !== door.origin) throw authError("unauthorized-domain");
  return door;
}

function shownUser(user: SignedIn["user"]): NonNullable<SessionAnswer["user"]> {
  return {
    uid: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.displayName || null,
    photoURL: user.photoUrl,
    tier: user.tier,
    createdAt: user.createdAt.toISOString(),
  };
}

function withCookies<R extends Response>(response: R, cookies: string[]): R {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
