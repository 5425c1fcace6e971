import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { except } from "hono/combine";
import { secureHeaders } from "hono/secure-headers";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { publicOrigin } from "./http/request-origin.ts";
import { auditRoutes } from "./audit/routes.ts";
import { donePageRoute, sessionRoute, sessionRoutes, signInRoutes } from "./auth/routes.ts";
import { billingRoutes, stripeWebhookRoutes, teamBillingRoutes } from "./billing/routes.ts";
import { catalogRoutes } from "./catalog/routes.ts";
import { chatRoutes, publicChatRoutes } from "./chat/routes.ts";
import { creditRoutes } from "./credits/routes.ts";
import { crawlerIdentityRoutes } from "./crawler-identity/routes.ts";
import { discoveryRoutes } from "./discovery/routes.ts";
import { AppError } from "./errors.ts";
import type { AppEnv } from "./http/app-env.ts";
import { callableRoutes } from "./callables/routes.ts";
import { refuseMisplacedKey } from "./access/credentials.ts";
import { evidenceRoutes } from "./evidence/routes.ts";
import { drainBody } from "./http/drain-body.ts";
import { documentOrNotFound } from "./http/documents.ts";
import { githubRoutes, githubWebhookRoutes, isGithubWebhook } from "./github/routes.ts";
import { enforceAccess } from "./access/enforce-access.ts";
import { errorResponse } from "./http/error-response.ts";
import { requestContext, withRequestContext } from "./http/request-context.ts";
import { requestLog } from "./http/request-log.ts";
import { scrub } from "./http/scrub.ts";
import { httpApiRoutes } from "./http-api/routes.ts";
import { liveRoutes } from "./live-documents/routes.ts";
import { localRoutes } from "./local/routes.ts";
import { mailBoxRoutes, stopMailRoutes } from "./mail/routes.ts";
import { consoleRoutes } from "./console/routes.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { SERVER_VERSION } from "./mcp/server.ts";
import { oauthApiRoutes, oauthRoutes } from "./oauth/routes.ts";
import { errorReportRoutes } from "./error-reports/routes.ts";
import { documentationGapRoutes } from "./documentation-gaps/routes.ts";
import { suspiciousPageRoutes } from "./suspicious-pages/routes.ts";
import { missedQuestionRoutes } from "./missed-questions/routes.ts";
import { pageOpinionRoutes } from "./page-opinions/routes.ts";
import { isUpload, pdfSetRoutes } from "./pdf/routes.ts";
import { operatorRoutes } from "./operator/routes.ts";
import { isLockfile, packageRoutes } from "./packages/routes.ts";
import { quotaRoutes } from "./quotas/routes.ts";
import { TurnLine } from "./platform/turn-line.ts";
import { paceHeaders } from "./rate-limits/take-pace.ts";
import { describeApi } from "./openapi/describe-api.ts";
import { libraryPageRoutes } from "./library-pages/routes.ts";
import { publicSearchRoutes } from "./public-search/routes.ts";
import { siteGradeRoutes } from "./site-grades/routes.ts";
import { siteSearchRoutes } from "./site-search/routes.ts";
import { sourceKindRoutes } from "./source-kinds/routes.ts";
import { sourceRoutes } from "./sources/routes.ts";
import { statusRoutes } from "./status/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { teamRoutes } from "./teams/routes.ts";

export type { AppEnv } from "./http/app-env.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/** Requests on a laptop, where the objects and the database are in the door's thread. On the platform each request waits for those. */
const requests = new TurnLine();

/** Composes the HTTP door: the middlewares of every route, then the routes of the features. */
export function createApp() {
  const app = new Hono<AppEnv>();
  app.onError(errorResponse);
  app.notFound(documentOrNotFound);
  app.use(
    scrub,
    requestLog,
    drainBody,
    withRequestContext,
    async (c, next) => {
      if (requestContext(c).services.config.environment === "local") await requests.turn();
      await next();
    },
    // A window that was opened for signing in must be able to tell its opener the result.
    secureHeaders({
      xFrameOptions: "DENY",
      crossOriginOpenerPolicy: "same-origin-allow-popups",
      // A year, as in ASVS 5 3.4.1.
      strictTransportSecurity: "max-age=31536000; includeSubDomains",
    }),
    async (c, next) => {
      await next();
      // The header is set afterwards, when Hono makes an answer mutable that came from elsewhere, such as a static asset.
      c.header("Cache-Control", c.var.cacheControl ?? "no-store");
      c.header("X-Request-Id", c.var.requestId);
      if (c.var.pace) for (const [name, value] of paceHeaders(c.var.pace)) c.header(name, value);
    },
    async (c, next) => {
      refuseMisplacedKey(c.req.path, c.var.queryKeys);
      await next();
    },
    // Routes with limits of their own: files go to storage as they come, webhooks are read as they come, lockfiles are large.
    except(
      [isUpload, isGithubWebhook, isLockfile],
      bodyLimit({
        maxSize: MAX_BODY_BYTES,
        onError: () => {
          throw new AppError("invalid-argument", "The body of the request is larger than 1 MiB.", {
            data: { maxBytes: MAX_BODY_BYTES },
          });
        },
      }),
    ),
    enforceAccess,
  );
  return app
    .get("/api/health", (c) => c.json({ status: "ok" }))
    .get("/api/openapi.json", (c) =>
      c.json(describeApi(app.routes, publicOrigin(requestContext(c), c.req.url), SERVER_VERSION)),
    )
    .route("/api/functions", callableRoutes)
    .route("/api/api-keys", apiKeyRoutes)
    .route("/api/audit-events", auditRoutes)
    .route("/api/profile", profileRoutes)
    .route("/api/auth", signInRoutes)
    .route("/api/auth", sessionRoutes)
    .route("/api", sessionRoute)
    .route("/auth", donePageRoute)
    .route("/api", sourceRoutes)
    .route("/api", sourceKindRoutes)
    .route("/api", quotaRoutes)
    .route("/api", consoleRoutes)
    .route("/api/chat", chatRoutes)
    .route("/api", publicChatRoutes)
    .route("/api/v1", httpApiRoutes)
    .route("/api", packageRoutes)
    .route("/api", siteSearchRoutes)
    .route("/api", publicSearchRoutes)
    .route("/api", catalogRoutes)
    .route("/api", pageOpinionRoutes)
    .route("/api", missedQuestionRoutes)
    .route("/api", documentationGapRoutes)
    .route("/api", suspiciousPageRoutes)
    .route("/api", errorReportRoutes)
    .route("/api/billing", billingRoutes)
    .route("/api/credits", creditRoutes)
    .route("/api/teams", teamRoutes)
    .route("/api/teams/:teamId", teamBillingRoutes)
    .route("/api/live", liveRoutes)
    .route("/api/pdf-sets", pdfSetRoutes)
    .route("/api/github", githubRoutes)
    .route("/webhooks", githubWebhookRoutes)
    .route("/webhooks", stripeWebhookRoutes)
    .route("/api/oauth", oauthApiRoutes)
    .route("/", libraryPageRoutes)
    .route("/", siteGradeRoutes)
    .route("/operator", operatorRoutes)
    .route("/stop-reminders", stopMailRoutes("reminders"))
    .route("/stop-savings", stopMailRoutes("savings"))
    .route("/", statusRoutes)
    .route("/", discoveryRoutes)
    .route("/", evidenceRoutes)
    .route("/", crawlerIdentityRoutes)
    .route("/", oauthRoutes)
    .route("/", mcpRoutes)
    .route("/__local", localRoutes)
    .route("/__mail", mailBoxRoutes);
}

export type ApiType = ReturnType<typeof createApp>;
