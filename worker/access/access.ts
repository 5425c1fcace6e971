import type { PaceKind } from "#schema/plans.ts";
import type { callables } from "#worker/callables/callables.ts";
import { KEY_SCOPES } from "#schema/values.ts";
import type { TeamRole } from "#schema/values.ts";
import { keyMay, PERMISSIONS, roleMay } from "#worker/tenancy/permissions.ts";
import type { Permission } from "#worker/tenancy/permissions.ts";

/**
 * Callers that may use a route: those with a permission (`tenancy/permissions.ts`), or
 *
 * - `anyone`: visitors too; credentials are not looked at, or looked at by the route itself
 * - `mcp`: an API key or an MCP client's access token
 * - `local`: whoever has the token of this machine; in production nobody
 *
 * The scope decides which data a caller sees there.
 */
export type Access = "anyone" | "mcp" | "local" | Permission;

/** Kinds of callers, as the table of docs/security.md and its test know them; members of a team have verified addresses. */
export const CALLERS = [
  "visitor",
  "unverified",
  "verified",
  "search key",
  "index key",
  "oauth search",
  "oauth private",
] as const;
export type CallerKind = (typeof CALLERS)[number];

/** Whether a rule lets a kind of caller pass. A session counts as fresh here. */
export function mayCall(access: Access, caller: CallerKind): boolean {
  const isOAuth = caller === "oauth search" || caller === "oauth private";
  const key = KEY_SCOPES.find((scope) => caller === `${scope} key`);
  switch (access) {
    case "anyone":
      return true;
    case "mcp":
      return key !== undefined || isOAuth;
    case "local":
      return false;
    default:
      if (key) return keyMay(access, key);
      if (isOAuth || caller === "visitor") return false;
      return caller === "verified" || !needsVerified(access);
  }
}

/** Whether a member of a team may call a route for the team; null for a route that does not ask which team is selected. */
export function mayCallForTeam(access: Access, role: TeamRole): boolean | null {
  if (access === "anyone" || access === "mcp" || access === "local") return null;
  return PERMISSIONS[access].roles === "personal" ? null : roleMay(access, role);
}

export function needsVerified(permission: Permission): boolean {
  const { credential } = PERMISSIONS[permission];
  return credential === "verified" || credential === "verified-or-key";
}

/** Every route with its rule. A route that is not here is refused, and a test compares the list with the routes. */
export const ACCESS: Readonly<Record<string, Access>> = {
  "GET /api/health": "anyone",
  "GET /api/status": "anyone",
  "GET /status/badge.svg": "anyone",
  "POST /api/site-grades": "anyone",
  "GET /api/site-grades": "anyone",
  "GET /grade/badge.svg": "anyone",
  "GET /api/site-search": "anyone",
  "GET /api/catalog": "anyone",
  "GET /api/catalog/libraries/:slug": "anyone",
  "GET /catalog/:slug": "anyone",
  "GET /catalog/:slug/badge.svg": "anyone",
  "GET /catalog/sitemap.xml": "anyone",
  "POST /api/public-search": "anyone",
  "GET /api/public-search/examples": "anyone",
  "POST /api/catalog/suggestions": "catalog.suggest",
  "POST /api/page-opinions": "anyone",
  "POST /api/missed-questions": "anyone",
  "POST /api/csp-reports": "anyone",
  "POST /api/error-reports": "anyone",
  "GET /api/openapi.json": "anyone",
  "GET /.well-known/mcp/server-card.json": "anyone",
  "GET /mcp/server-card": "anyone",
  "GET /.well-known/ai-catalog.json": "anyone",
  "GET /.well-known/docenda-keys": "anyone",
  "GET /.well-known/http-message-signatures-directory": "anyone",
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
  "POST /api/auth/sign-out": "account.change",
  "POST /api/auth/sign-out-everywhere": "account.change",
  "GET /api/auth/sessions": "account.read",
  "DELETE /api/auth/sessions/:id": "account.change",
  "GET /api/auth/sign-in-methods": "account.read",
  "POST /api/auth/sign-in-methods/:provider/link": "account.secure",
  "DELETE /api/auth/sign-in-methods/:method": "account.secure",
  "POST /api/auth/send-verification": "account.change",
  "POST /api/auth/change-password": "account.change",

  "GET /api/api-keys": "keys.read",
  "POST /api/api-keys/:id/reveal": "keys.reveal",
  "POST /api/api-keys/:id/roll": "keys.roll",
  "PUT /api/api-keys/:id/limit": "keys.limit",

  "GET /api/audit-events": "audit.read",

  "GET /api/profile": "account.read",
  "PATCH /api/profile": "account.change",
  "GET /api/profile/export": "account.secure",
  "GET /api/profile/mail-settings": "account.read",
  "PUT /api/profile/mail-settings": "account.change",

  "GET /api/billing": "billing.read",
  "POST /api/billing/refresh": "billing.read",
  "GET /api/billing/invoices": "billing.read",
  "POST /api/billing/create-subscription": "billing.change",
  "POST /api/billing/purchase-credits": "billing.change",
  "POST /api/billing/portal": "billing.change",
  "POST /api/billing/preview-plan": "billing.read",
  "POST /api/billing/change-plan": "billing.change",
  "PUT /api/billing/auto-top-up": "billing.change",
  "POST /api/billing/cancel": "billing.change",
  "POST /api/billing/resume": "billing.change",

  "GET /api/teams": "teams.read",
  "POST /api/teams": "teams.join",
  "POST /api/teams/respond-to-invite": "teams.join",
  "POST /api/teams/accept-invite": "teams.join",
  "GET /api/teams/:teamId": "team.read",
  "DELETE /api/teams/:teamId": "team.delete",
  "POST /api/teams/:teamId/invite-members": "team.manage",
  "PUT /api/teams/:teamId/manage-seats": "team.pay",
  "POST /api/teams/:teamId/create-subscription": "team.pay",
  "POST /api/teams/:teamId/purchase-credits": "team.pay",
  "POST /api/teams/:teamId/portal": "team.pay",
  "GET /api/teams/:teamId/billing": "team.pay",
  "POST /api/teams/:teamId/billing/refresh": "team.pay",
  "GET /api/teams/:teamId/billing/invoices": "team.pay",
  "POST /api/teams/:teamId/billing/preview-seats": "team.pay",
  "PUT /api/teams/:teamId/billing/auto-top-up": "team.pay",
  "POST /api/teams/:teamId/billing/cancel": "team.pay",
  "POST /api/teams/:teamId/billing/resume": "team.pay",
  "PUT /api/teams/:teamId/members/:membershipId": "team.manage",
  "PUT /api/teams/:teamId/members/:membershipId/limits": "team.manage",
  "DELETE /api/teams/:teamId/members/:membershipId": "team.manage",
  "POST /api/teams/:teamId/members/:membershipId/resend-invite": "team.manage",
  "POST /api/teams/:teamId/members/:membershipId/leave": "team.leave",
  // The route asks for an operator's session itself, and answers not-found to everybody else.
  "GET /operator": "anyone",
  // The signature in the link lets this request in; it comes from mail boxes.
  "GET /stop-reminders/:token": "anyone",
  "POST /stop-reminders/:token": "anyone",
  "GET /stop-savings/:token": "anyone",
  "POST /stop-savings/:token": "anyone",

  "GET /api/credits": "activity.read",
  "GET /api/credits/by-key": "activity.read",
  "GET /api/credits/by-member": "activity.read",
  "GET /api/credits/savings": "activity.read",
  "GET /api/credits/spending": "activity.read",
  "GET /api/credits/transactions": "activity.read",
  "GET /api/live": "live.listen",
  "GET /api/live/poll": "live.listen",
  "GET /api/live/read": "account.read",

  "GET /api/sources": "sources.read",
  "POST /api/sources/:id/refresh": "sources.add",
  "GET /api/sources/:id/suspicious-pages": "sources.read",
  "POST /api/sources/:id/left-out-pages": "sources.remove",
  "DELETE /api/sources/:id/left-out-pages": "sources.remove",
  "GET /api/private-index": "sources.read",
  "GET /api/documentation-gaps": "sources.read",
  "GET /api/quotas": "sources.read",
  "GET /api/job-runs": "sources.read",
  "GET /api/job-runs/:id": "sources.read",
  "GET /api/job-runs/:id/pages": "sources.read",
  "POST /api/job-runs/:id/cancel": "sources.stop",
  "POST /api/job-runs/:id/retry": "sources.add",

  "POST /api/packages": "sources.add",
  "GET /api/version-pins": "sources.read",
  "PUT /api/version-pins": "sources.add",
  "DELETE /api/version-pins": "sources.remove",

  "POST /api/search": "search",
  "POST /api/read": "search",

  "GET /api/chat/conversations": "chat",
  "GET /api/chat/conversations/:id": "chat",
  "DELETE /api/chat/conversations/:id": "chat",
  "POST /api/chat/conversations/:id/share": "chat",
  "DELETE /api/chat/conversations/:id/share": "chat",
  "POST /api/chat/turns": "chat",
  "GET /api/chat/turns/:turnId/events": "chat",
  "POST /api/chat/turns/:turnId/stop": "chat",
  "GET /api/chat/modules/:id": "chat",
  "GET /api/chat/model": "chat",
  "PUT /api/chat/model": "chat.configure",
  "DELETE /api/chat/model": "chat.configure",
  "GET /api/chat/export": "chat",
  "GET /api/shared-chats/:token": "anyone",
  // Visitors of the demo are counted by their network.
  "GET /api/demo": "anyone",
  "POST /api/demo/turns": "anyone",
  "GET /api/demo/turns/:turnId/events": "anyone",
  "POST /api/demo/turns/:turnId/stop": "anyone",

  "POST /api/v1/search": "mcp",
  "POST /api/v1/read": "mcp",
  "GET /api/v1/sources": "mcp",
  "POST /api/v1/agents-index": "mcp",
  "GET /api/v1/draft-questions": "mcp",
  "GET /api/v1/gaps": "mcp",
  "GET /api/v1/packs/pages": "mcp",
  "GET /api/v1/packs/files/:name": "mcp",
  // A person's consent to a token says nothing of indexing.
  "GET /api/v1/index-jobs": "sources.read",
  "POST /api/v1/index-jobs": "sources.add",
  "GET /api/v1/index-jobs/:id": "sources.read",

  "GET /api/pdf-sets": "sources.read",
  "POST /api/pdf-sets": "sources.add",
  "GET /api/pdf-sets/:setId": "sources.read",
  "DELETE /api/pdf-sets/:setId": "sources.remove",
  "POST /api/pdf-sets/:setId/missing": "sources.add",
  "PUT /api/pdf-sets/:setId/files/:name": "sources.add",
  "DELETE /api/pdf-sets/:setId/files/:name": "sources.remove",
  "POST /api/pdf-sets/:setId/index": "sources.add",

  "GET /api/oauth/requests/:request": "account.read",
  "POST /api/oauth/requests/:request/decision": "account.change",
  "GET /api/oauth/grants": "account.read",
  "DELETE /api/oauth/grants/:grantId": "account.change",
  "GET /oauth/authorize": "anyone",
  "POST /oauth/token": "anyone",
  "ALL /oauth/token": "anyone",
  "POST /oauth/register": "anyone",
  "ALL /oauth/register": "anyone",
  "GET /.well-known/oauth-authorization-server": "anyone",
  "GET /.well-known/oauth-protected-resource": "anyone",
  "GET /.well-known/oauth-protected-resource/mcp": "anyone",
  "GET /.well-known/oauth-protected-resource/mcp/openai": "anyone",

  "GET /api/github": "sources.read",
  "DELETE /api/github/connection": "github.connect",
  "GET /api/github/callback": "github.connect",
  // The signature over the body lets this request in.
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
  // This route does not exist in production.
  "GET /__mail": "anyone",
  "GET /__mail/:name": "anyone",
};

/** Routes with a pace of the caller's plan, beside the `mcp` routes, where the door takes the pace itself. */
export const PACED: Readonly<Record<string, PaceKind>> = {
  "POST /api/search": "calls",
  "POST /api/read": "calls",
  "POST /api/chat/turns": "calls",
  "POST /api/v1/index-jobs": "jobs",
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
  createApiKeyCallableV2: "keys.create",
  revokeApiKeyCallableV2: "keys.revoke",
  startIndexJobCallable: "sources.add",
  removeModuleCallable: "sources.remove",
  updateMarketingConsent: "account.change",
  onEmailVerified: "account.change",
  deleteUserCallable: "account.secure",
  initiateGitHubOAuth: "github.connect",
  getGitHubRepositories: "sources.read",
  getGitHubRepoBranches: "sources.read",
  addRepoToRef: "sources.add",
  removeRepoFromRef: "sources.remove",
  refreshRepoStats: "sources.add",
};

export const CALLABLE_ROUTE = "POST /api/functions/:name";
