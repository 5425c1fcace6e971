import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import type { GitHubConfig } from "#worker/platform/config.ts";
import { USER_AGENT } from "#worker/platform/guarded-fetch.ts";
import { GithubError } from "./github-error.ts";

/** Scope for private repositories, and for webhooks where the user is an admin. OAuth apps have no smaller scope for private code. */
export const CONNECT_SCOPE = "repo admin:repo_hook";

const TIMEOUT_MS = 20_000;
const granted = z.object({
  access_token: z.string().min(1).max(300),
  scope: z.string().max(INPUT_LIMITS.foreignWords),
});

/** Address where the owner of repositories lets us see the repositories. */
export function authorizeUrl(
  config: GitHubConfig,
  { redirectUri, state }: { redirectUri: string; state: string },
): string {
  const query = new URLSearchParams({
    client_id: config.clientId,
    redirect_uri: redirectUri,
    scope: CONNECT_SCOPE,
    state,
  });
  return `${config.webUrl}/login/oauth/authorize?${query}`;
}

/** The token for a code; null when GitHub does not take the code. Throws GithubError when GitHub is in trouble. */
export async function exchangeCode(
  config: GitHubConfig,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<{ token: string; scope: string } | null> {
  const answer = await ask(`${config.webUrl}/login/oauth/access_token`, {
    method: "POST",
    headers: { accept: "application/json", "user-agent": USER_AGENT },
    body: new URLSearchParams({
      client_id: config.clientId,
      client_secret: config.clientSecret,
      code,
      redirect_uri: redirectUri,
    }),
  });
  const { success, data } = granted.safeParse(await answer.json().catch(() => null));
  return success ? { token: data.access_token, scope: data.scope } : null;
}

/** Revokes a token; an already invalid token is no error. */
export async function revokeToken(config: GitHubConfig, token: string): Promise<void> {
  const answer = await ask(`${config.apiUrl}/applications/${encodeURIComponent(config.clientId)}/token`, {
    method: "DELETE",
    headers: {
      authorization: `Basic ${btoa(`${config.clientId}:${config.clientSecret}`)}`,
      "content-type": "application/json",
      "user-agent": USER_AGENT,
    },
    body: JSON.stringify({ access_token: token }),
  });
  await answer.body?.cancel();
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, {
    ...init,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new GithubError("unavailable", "GitHub could not be reached", { cause });
  });
  if (answer.status < 500) return answer;
  await answer.body?.cancel();
  throw new GithubError("unavailable", `GitHub answers ${answer.status}`);
}
