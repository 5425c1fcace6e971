import { Hono } from "hono";
import type { AppEnv, AuthenticatedEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { AppError } from "#worker/errors.ts";
import { disconnectGitHub, finishGitHubOAuth } from "./connect.ts";
import { getGithubStatus } from "./get-github-status.ts";
import { handlePush } from "./handle-push.ts";
import { isSignedBy, readPush } from "./push-event.ts";

/** The connection to GitHub; mounted under `/api/github`. It is begun by `initiateGitHubOAuth`, and GitHub sends the person back here. */
export const githubRoutes = new Hono<AuthenticatedEnv>()
  .get("/", async (c) => c.json(await getGithubStatus(c.var.ctx)))
  .delete("/connection", async (c) => {
    await disconnectGitHub(c.var.ctx);
    return c.json({ disconnected: true });
  })
  .get("/callback", async (c) => {
    const { code, state } = c.req.query();
    const { outcome, returnTo } = await finishGitHubOAuth(c.var.ctx, { code, state });
    const target = new URL(returnTo, c.req.url);
    target.searchParams.set("github", outcome);
    return c.redirect(target.pathname + target.search + target.hash);
  });

/** Where GitHub tells of pushes; mounted under `/webhooks`. */
export const githubWebhookRoutes = new Hono<AppEnv>().post("/github", async (c) => {
  const ctx = requestContext(c);
  const secret = ctx.services.config.github?.webhookSecret;
  if (!secret) throw new AppError("not-found", "There is nothing at this address.");
  const body = await c.req.text();
  if (!(await isSignedBy(secret, body, c.req.header("x-hub-signature-256") ?? null)))
    throw new AppError("unauthenticated", "The signature of this webhook is missing or wrong.");
  const push = c.req.header("x-github-event") === "push" ? readPush(body) : null;
  return c.json({ runs: push ? await handlePush(ctx, push) : 0 });
});
