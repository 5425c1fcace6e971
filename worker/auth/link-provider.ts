import { userOwner } from "#worker/owner.ts";
import * as z from "zod";
import { recordEvent } from "#worker/audit/record-event.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { createAuth } from "./create-auth.ts";
import { findSession } from "./find-session.ts";
import { PROVIDERS } from "./providers.ts";
import type { Provider } from "./providers.ts";
import { sessionOf } from "./sessions.ts";
import type { VisitorCtx } from "./signed-in.ts";

/** Page where linking ends, well or not: the page where it began, which shows the result. */
export const LINK_DONE_PATH = "/account";

export const linkProviderInput = z.object({ provider: z.enum(PROVIDERS) });

/**
 * Address to which a signed-in user's browser goes to make a provider another way in. The address at the provider may differ from the
 * account's: who proves both is the same person. unimplemented for a provider that is not set up.
 */
export async function startLink(
  ctx: Ctx,
  { provider }: z.infer<typeof linkProviderInput>,
  { origin, headers }: { origin: string; headers: Headers },
): Promise<{ url: string; cookies: string[] }> {
  sessionOf(ctx);
  if (ctx.services.config[provider] === null)
    throw new AppError("unimplemented", "This way to sign in is not set up here.");
  await takeNetworkAttempt(ctx, "sign-in/network");
  const done = (outcome: string) => `${origin}${LINK_DONE_PATH}?${outcome}=${provider}`;
  const answer = await createAuth(ctx, { origin, hasProviders: true }).api.linkSocialAccount({
    body: {
      provider,
      callbackURL: done("linked"),
      errorCallbackURL: done("notLinked"),
      disableRedirect: true,
    },
    headers,
    returnHeaders: true,
  });
  return { url: answer.response.url, cookies: answer.headers.getSetCookie() };
}

/** Records the provider's answer to linking. Returns where the browser goes: the account's page with the outcome. */
export async function finishLink(
  ctx: VisitorCtx,
  provider: Provider,
  request: Request,
  back: URL,
): Promise<string> {
  const { origin, searchParams } = back;
  const done = new URL(LINK_DONE_PATH, origin);
  const found = await findSession(ctx, request.headers, origin);
  if (!found || searchParams.has("error") || !searchParams.has("linked")) {
    done.searchParams.set("notLinked", provider);
    done.searchParams.set("reason", reasonOf(searchParams.get("error")));
    return done.href;
  }
  const { actor } = found;
  const owner = userOwner(actor.userId);
  await recordEvent({ ...ctx, actor }, owner, {
    type: "sign-in-method.linked",
    details: { method: provider },
  });
  publishChange(ctx, owner, "profile");
  done.searchParams.set("linked", provider);
  return done.href;
}

/** The failure of a link in the words of the account's page, from better-auth's and the providers' words. */
function reasonOf(error: string | null): "taken" | "cancelled" | "unverified" | "unknown" {
  switch (error) {
    case "account_already_linked_to_different_user":
      return "taken";
    case "access_denied":
      return "cancelled";
    case "unable_to_link_account":
      return "unverified";
    default:
      return "unknown";
  }
}
