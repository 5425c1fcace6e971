import { Hono } from "hono";
import type { Context } from "hono";
import type { AppEnv, AuthenticatedEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { disconnectGitHub, finishGitHubOAuth } from "./connect.ts";
import { getGithubStatus } from "./get-github-status.ts";
import { receiveWebhook } from "./receive-webhook.ts";

/** Routes of the connection to GitHub, under `/api/github`. `initiateGitHubOAuth` begins one; GitHub sends the person back here. */
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

/** True for a webhook of GitHub, whose body is read piece by piece, under GitHub's own limit. */
export function isGithubWebhook(c: Context): boolean {
  return c.req.method === "POST" && c.req.path === "/webhooks/github";
}

/** Webhooks of GitHub for pushes; mounted under `/webhooks`. */
export const githubWebhookRoutes = new Hono<AppEnv>().post("/github", async (c) =>
  c.json(
    await receiveWebhook(requestContext(c), {
      event: c.req.header("x-github-event") ?? null,
      signature: c.req.header("x-hub-signature-256") ?? null,
      body: c.req.raw.body,
    }),
  ),
);
