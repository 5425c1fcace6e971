import type { PaceKind } from "#schema/plans.ts";
import type { callables } from "#worker/callables/callables.ts";

/**
 * Who may call a route at all. What they may see there is the scope's business.
 *
 * - `anyone`: visitors too; credentials are not looked at, or looked at by the route itself
 * - `session`: a person who is signed in
 * - `verified`: a person who is signed in and has a verified address
 * - `fresh`: a person who signed in in the last ten minutes, for what a stolen cookie must not reach
 * - `session-or-key`: a person or an API key
 * - `verified-or-key`: a person with a verified address or an API key, which only such a person can make; for what costs us more than
 *   an answer
 * - `mcp`: an API key or an MCP client's access token
 * - `local`: whoever has the token of this machine; in production nobody
 */
export type Access =
  | "anyone"
  | "session"
  | "verified"
  | "fresh"
  | "session-or-key"
  | "verified-or-key"
  | "mcp"
  | "local";

/** Kinds of callers, as the table of docs/security.md and its test know them. */
export const CALLERS = ["visitor", "unverified", "verified", "key", "oauth search", "oauth private"] as const;
export type CallerKind = (typeof CALLERS)[number];

/** Whether a rule lets a kind of caller pass. A session counts as fresh here. */
export function mayCall(access: Access, caller: CallerKind): boolean {
  switch (access) {
    case "anyone":
      return true;
    case "session":
    case "fresh":
      return caller === "unverified" || caller === "verified";
    case "verified":
      return caller === "verified";
    case "session-or-key":
      return caller === "unverified" || caller === "verified" || caller === "key";
    case "verified-or-key":
      return caller === "verified" || caller === "key";
    case "mcp":
      return caller === "key" || caller === "oauth search" || caller === "oauth private";
    case "local":
      return false;
    default:
      return access satisfies never;
  }
}

/** Every route with its rule. A route that is not here is refused, and a test compares the list with the routes. */
export const ACCESS: Readonly<Record<string, Access>> = {
  "GET /api/health": "anyone",
  "GET /api/status": "anyone",
  "GET /status/badge.svg": "anyone",
  "GET /api/site-search": "anyone",
  "GET /api/catalog": "anyone",
  "POST /api/catalog/suggestions": "session",
  "POST /api/page-opinions": "anyone",
  "POST /api/error-reports": "anyone",
  "GET /api/openapi.json": "anyone",
  "GET /.well-known/mcp/server-card.json": "anyone",
  "GET /mcp/server-card": "anyone",
  "GET /.well-known/ai-catalog.json": "anyone",
  "GET /api/session": "anyone",

  "POST /api/auth/sign-up": "anyone",
  "POST /api/auth/sign-in": "anyone",
  "GET /api/auth/providers/:provider": "anyone",
  "GET /api/auth/callback/:provider": "anyone",
  "GET /auth/popup-done": "anyone",
  "POST /api/auth/verify-email": "anyone",
  "POST /api/auth/request-password-reset": "anyone",
  "POST /api/auth/check-reset-code": "anyone",
  "POST /api/auth/reset-password": "anyone",
  "POST /api/auth/sign-out": "session",
  "POST /api/auth/sign-out-everywhere": "session",
  "GET /api/auth/sessions": "session",
  "DELETE /api/auth/sessions/:id": "session",
  "GET /api/auth/sign-in-methods": "session",
  "POST /api/auth/sign-in-methods/:provider/link": "fresh",
  "DELETE /api/auth/sign-in-methods/:method": "fresh",
  "POST /api/auth/send-verification": "session",
  "POST /api/auth/change-password": "session",

  "GET /api/api-keys": "session",
  "POST /api/api-keys/:id/reveal": "fresh",
  "POST /api/api-keys/:id/roll": "verified",

  "GET /api/audit-events": "session",

  "GET /api/profile": "session",
  "PATCH /api/profile": "session",
  "GET /api/profile/export": "fresh",

  "GET /api/billing": "session",
  "POST /api/billing/refresh": "session",
  "GET /api/billing/invoices": "session",
  "POST /api/billing/create-subscription": "session",
  "POST /api/billing/purchase-credits": "session",
  "POST /api/billing/portal": "session",
  "POST /api/billing/preview-plan": "session",
  "POST /api/billing/change-plan": "session",
  "POST /api/billing/cancel": "session",
  "POST /api/billing/resume": "session",

  "GET /api/credits": "session",
  "GET /api/credits/by-key": "session",
  "GET /api/credits/transactions": "session",
  "GET /api/live": "session",
  "GET /api/live/poll": "session",
  "GET /api/live/read": "session",

  "GET /api/sources": "session-or-key",
  "POST /api/sources/:id/refresh": "verified-or-key",
  "GET /api/private-index": "session-or-key",
  "GET /api/job-runs": "session-or-key",
  "GET /api/job-runs/:id": "session-or-key",
  "GET /api/job-runs/:id/pages": "session-or-key",
  "POST /api/job-runs/:id/cancel": "session-or-key",
  "POST /api/job-runs/:id/retry": "verified-or-key",

  "POST /api/packages": "verified-or-key",
  "GET /api/version-pins": "session-or-key",
  "PUT /api/version-pins": "verified-or-key",
  "DELETE /api/version-pins": "session-or-key",

  "POST /api/search": "session-or-key",
  "POST /api/read": "session-or-key",

  "GET /api/pdf-sets": "session-or-key",
  "POST /api/pdf-sets": "verified-or-key",
  "GET /api/pdf-sets/:setId": "session-or-key",
  "DELETE /api/pdf-sets/:setId": "session-or-key",
  "POST /api/pdf-sets/:setId/missing": "verified-or-key",
  "PUT /api/pdf-sets/:setId/files/:name": "verified-or-key",
  "DELETE /api/pdf-sets/:setId/files/:name": "session-or-key",
  "POST /api/pdf-sets/:setId/index": "verified-or-key",

  "GET /api/oauth/requests/:request": "session",
  "POST /api/oauth/requests/:request/decision": "session",
  "GET /api/oauth/grants": "session",
  "DELETE /api/oauth/grants/:grantId": "session",
  "GET /oauth/authorize": "anyone",
  "POST /oauth/token": "anyone",
  "ALL /oauth/token": "anyone",
  "POST /oauth/register": "anyone",
  "ALL /oauth/register": "anyone",
  "GET /.well-known/oauth-authorization-server": "anyone",
  "GET /.well-known/oauth-protected-resource/mcp": "anyone",
  "GET /.well-known/oauth-protected-resource/mcp/openai": "anyone",

  "GET /api/github": "session-or-key",
  "DELETE /api/github/connection": "session",
  "GET /api/github/callback": "session",
  // Let in by the signature over the body.
  "POST /webhooks/github": "anyone",
  "POST /webhooks/stripe": "anyone",
  "POST /webhooks/stripe/reconcile": "anyone",

  "GET /mcp": "anyone",
  "GET /mcp/openai": "anyone",
  "POST /mcp": "mcp",
  "POST /mcp/openai": "mcp",
  "ALL /mcp": "anyone",
  "ALL /mcp/openai": "anyone",

  "POST /__local/demo-account": "local",
  "POST /__local/credits": "local",
  "POST /__local/public-sources": "local",
  "GET /__local/job-runs/:id": "local",
  // Not there in production.
  "GET /__mail": "anyone",
  "GET /__mail/:name": "anyone",
};

/** What is done at a pace of the caller's plan, beside the tools of MCP. */
export const PACED: Readonly<Record<string, PaceKind>> = {
  "POST /api/search": "calls",
  "POST /api/read": "calls",
  "POST /api/sources/:id/refresh": "jobs",
  "POST /api/job-runs/:id/retry": "jobs",
  "POST /api/packages": "jobs",
  "POST /api/pdf-sets": "jobs",
  "POST /api/pdf-sets/:setId/index": "jobs",
  "POST /api/pdf-sets/:setId/missing": "uploads",
  "PUT /api/pdf-sets/:setId/files/:name": "uploads",
  "PUT /api/version-pins": "uploads",
};

export const PACED_CALLABLES: Readonly<Partial<Record<keyof typeof callables, PaceKind>>> = {
  startIndexJobCallable: "jobs",
  addRepoToRef: "jobs",
  refreshRepoStats: "jobs",
};

/** The rule of each callable function (`POST /api/functions/:name`). */
export const CALLABLE_ACCESS: Readonly<Record<keyof typeof callables, Access>> = {
  createApiKeyCallableV2: "verified",
  revokeApiKeyCallableV2: "session",
  startIndexJobCallable: "verified-or-key",
  removeModuleCallable: "session-or-key",
  updateMarketingConsent: "session",
  onEmailVerified: "session",
  deleteUserCallable: "fresh",
  initiateGitHubOAuth: "session",
  getGitHubRepositories: "session-or-key",
  getGitHubRepoBranches: "session-or-key",
  addRepoToRef: "verified-or-key",
  removeRepoFromRef: "session-or-key",
  refreshRepoStats: "verified-or-key",
};

export const CALLABLE_ROUTE = "POST /api/functions/:name";
