import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { safeContinuation } from "#schema/continuation.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { completeSignUp } from "#worker/users/complete-sign-up.ts";
import { createAuth } from "./create-auth.ts";
import { finishLink, LINK_DONE_PATH } from "./link-provider.ts";
import { PROVIDERS } from "./providers.ts";
import type { Provider } from "./providers.ts";
import { findSessionByToken, findUserById } from "./repo.ts";
import { ctxOfSignedIn } from "./signed-in.ts";
import type { VisitorCtx } from "./signed-in.ts";

/** Path where a sign-in at a provider ends: a page that closes the popup, or goes on to `cont` when there is none. */
export const DONE_PATH = "/auth/popup-done";

export const providerSignInInput = z.object({
  provider: z.enum(PROVIDERS),
  cont: z.string().max(INPUT_LIMITS.address).optional(),
  marketingConsent: z.stringbool().optional(),
  isConsentDefaulted: z.stringbool().optional(),
});
export type ProviderSignInInput = z.infer<typeof providerSignInInput>;

type Door = { origin: string; headers: Headers };
export type Redirect = { location: string; cookies: string[] };

/**
 * Sends the browser to the provider. A provider that is not set up leads to the end page with the reason, which for GitHub is its own
 * (specification, section 8).
 */
export async function startProviderSignIn(
  ctx: VisitorCtx,
  { provider, cont, marketingConsent, isConsentDefaulted }: ProviderSignInInput,
  { origin, headers }: Door,
): Promise<Redirect> {
  if (ctx.services.config[provider] === null) {
    const error = provider === "github" ? "configuration-not-found" : "operation-not-allowed";
    return { location: donePage(origin, { error, provider }), cookies: [] };
  }
  await takeNetworkAttempt(ctx, "sign-in/network");
  const done = { provider, cont: safeContinuation(cont, origin) };
  // These values wait on the server, so that they can be believed when the browser comes back.
  const consent = {
    isNew: "true",
    marketingConsent: String(marketingConsent ?? false),
    isConsentDefaulted: String(isConsentDefaulted ?? true),
  };
  const answer = await createAuth(ctx, { origin, hasProviders: true }).api.signInSocial({
    body: {
      provider,
      callbackURL: donePage(origin, done),
      errorCallbackURL: donePage(origin, done),
      newUserCallbackURL: donePage(origin, { ...done, ...consent }),
      disableRedirect: true,
    },
    headers,
    returnHeaders: true,
  });
  const location = answer.response.url ?? donePage(origin, { ...done, error: "unknown" });
  return { location, cookies: answer.headers.getSetCookie() };
}

/**
 * Signs in the browser that comes back from a provider. A new person gets an account, with the address as verified as the provider says;
 * an address that has an account with another way in is refused.
 */
export async function finishProviderSignIn(
  ctx: VisitorCtx,
  provider: Provider,
  request: Request,
  origin: string,
): Promise<Redirect> {
  const answer = await createAuth(ctx, { origin, hasProviders: true }).handler(request);
  await answer.body?.cancel();
  const cookies = answer.headers.getSetCookie();
  const back = new URL(answer.headers.get("location") ?? origin, origin);
  if (back.pathname === LINK_DONE_PATH)
    return { location: await finishLink(ctx, provider, request, back), cookies };
  const query = back.searchParams;
  const done = { provider, cont: safeContinuation(query.get("cont"), origin) };
  const sessionId = await newSessionIn(ctx, cookies);
  const user = sessionId && (await findUserById(ctx.db, sessionId.userId));
  if (query.has("error") || !sessionId || !user)
    return { location: donePage(origin, { ...done, error: reasonOf(query.get("error")) }), cookies };

  const own = ctxOfSignedIn(ctx, user, sessionId.id);
  if (query.get("isNew") === "true") {
    await completeSignUp(own, {
      userId: user.id,
      method: provider,
      marketingConsent: query.get("marketingConsent") === "true",
      consentProvenance: query.get("isConsentDefaulted") === "true" ? "defaulted" : "clicked",
    });
  }
  await recordEvent(own, own.scope.owner, { type: "signed-in", details: { method: provider } });
  return { location: donePage(origin, done), cookies };
}

function donePage(origin: string, query: Record<string, string>): string {
  const url = new URL(DONE_PATH, origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The session whose cookie is being set, or null when none is. */
async function newSessionIn(ctx: VisitorCtx, cookies: string[]) {
  for (const cookie of cookies) {
    const value = /^(?:__Secure-)?docenda\.session_token=([^;]+)/.exec(cookie)?.[1];
    const token = value && decodeURIComponent(value).split(".")[0];
    if (token) return findSessionByToken(ctx.db, token);
  }
  return null;
}

/** The failure of a sign-in as a reason of the catalog, from better-auth's and the providers' words. */
function reasonOf(error: string | null): string {
  switch (error) {
    case "account_not_linked":
      return "account-exists-with-different-credential";
    case "access_denied":
      return "popup-closed-by-user";
    default:
      return "unknown";
  }
}
