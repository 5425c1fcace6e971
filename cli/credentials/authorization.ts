import type { Settings } from "../settings.ts";
import { renewTokens } from "./renew-tokens.ts";
import { findTokens } from "./token-file.ts";

/** A token is renewed this long before it is over, so that it does not end on the way. */
const MARGIN_MS = 60_000;

/** The value of the Authorization header, or null without a credential. */
export async function authorizationOf(settings: Settings): Promise<string | null> {
  const { credential, env, origin } = settings;
  if (credential === null) return null;
  if (credential.kind === "key") return `Bearer ${credential.key}`;
  const tokens = findTokens(env, origin);
  if (!tokens) return null;
  if (tokens.expiresAt - MARGIN_MS > Date.now()) return `Bearer ${tokens.accessToken}`;
  return (await renewAuthorization(settings)) ?? `Bearer ${tokens.accessToken}`;
}

/** The header with a new token, or null when there is none to get and a person has to log in again. */
export async function renewAuthorization(settings: Settings): Promise<string | null> {
  const tokens = await renewTokens(settings);
  return tokens && `Bearer ${tokens.accessToken}`;
}
