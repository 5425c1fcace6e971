import { OAUTH_SCOPES } from "#schema/values.ts";
import type { OAuthScope } from "#schema/values.ts";

/** Scope of every grant: nothing works without it. */
export const BASE_SCOPE = "search" satisfies OAuthScope;

/** Words of the consent page for each scope. */
export const SCOPE_WORDS: Record<OAuthScope, string> = {
  search: "Search and read the public documentation, and pay for it with your credits.",
  private: "Search and read your private documentation too.",
};

/**
 * The scopes that a request means: the known ones that it names, always with the base; all of them when it names none; null when it names
 * only unknown ones.
 */
export function meantScopes(requested: string[]): OAuthScope[] | null {
  if (requested.length === 0) return [...OAUTH_SCOPES];
  const known = OAUTH_SCOPES.filter((scope) => requested.includes(scope));
  return known.length === 0
    ? null
    : OAUTH_SCOPES.filter((scope) => scope === BASE_SCOPE || known.includes(scope));
}
