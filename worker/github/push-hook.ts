import type { Ctx } from "#worker/context.ts";
import type { GithubClient } from "./client.ts";

export const WEBHOOK_PATH = "/webhooks/github";

/**
 * Makes GitHub report pushes to a repository and changes of who may read it, or ends that. Only an admin of the repository can, and nothing depends on the webhook:
 * without one a change is found at the next look, so a failure is only logged.
 */
export async function pushHook(
  ctx: Pick<Ctx, "services" | "caller" | "log">,
  client: GithubClient,
  fullName: string,
  wish: "ensure" | "remove",
): Promise<void> {
  const { github, publicOrigin } = ctx.services.config;
  const origin = publicOrigin ?? ctx.caller.origin;
  if (!github?.webhookSecret || origin === null) return;
  const url = origin + WEBHOOK_PATH;
  try {
    if (wish === "ensure") await client.ensurePushHook(fullName, url, github.webhookSecret);
    else await client.removePushHook(fullName, url);
  } catch (error) {
    ctx.log.error("github.hook-failed", error, { wish });
  }
}
