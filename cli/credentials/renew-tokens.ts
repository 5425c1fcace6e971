import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";
import { fetchThroughProxy } from "../server/fetch-through-proxy.ts";
import type { Settings } from "../settings.ts";
import { findTokens, saveTokens } from "./token-file.ts";
import type { Tokens } from "./token-file.ts";

const TIMEOUT_MS = 20_000;

type Origin = Pick<Settings, "env" | "origin">;

/**
 * New tokens for those of the file, or null when a person has to log in again. A refresh token is good once: when another process was
 * first, its tokens are taken from the file.
 */
export async function renewTokens(settings: Origin): Promise<Tokens | null> {
  const { env, origin } = settings;
  const old = findTokens(env, origin);
  if (!old?.refreshToken) return null;
  const answer = await askForTokens(settings, {
    grant_type: "refresh_token",
    refresh_token: old.refreshToken,
    client_id: old.clientId,
  });
  if (answer !== null) {
    const tokens = tokensOf(answer, old);
    saveTokens(env, origin, tokens);
    return tokens;
  }
  const current = findTokens(env, origin);
  return current && current.accessToken !== old.accessToken ? current : null;
}

type TokenAnswer = { access_token: string; refresh_token?: string; expires_in?: number };

/** The answer of the token endpoint (RFC 6749, section 5.1), or null when it refuses. */
export async function askForTokens(
  { env, origin }: Origin,
  form: Record<string, string>,
): Promise<TokenAnswer | null> {
  const fetchOne = await fetchThroughProxy(env);
  try {
    const response = await fetchOne(await tokenEndpoint({ env, origin }), {
      method: "POST",
      body: new URLSearchParams(form),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => null)) as TokenAnswer | null;
    return response.ok && typeof answer?.access_token === "string" ? answer : null;
  } catch (cause) {
    throw new CliError(
      EXIT.unreachable,
      "unavailable",
      `Can't reach ${origin} to sign in. Check your network, or run \`docenda doctor\`.`,
      { cause },
    );
  }
}

export function tokensOf(
  answer: TokenAnswer,
  before: { clientId: string; refreshToken: string | null },
): Tokens {
  return {
    clientId: before.clientId,
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before.refreshToken,
    expiresAt: Date.now() + (answer.expires_in ?? 3600) * 1000,
  };
}

type ServerMetadata = {
  authorization_endpoint: string;
  token_endpoint: string;
  registration_endpoint: string;
};

/** The server's endpoints for signing in (RFC 8414). Endpoints of another origin are refused: a code or token would go there. */
export async function readMetadata({ env, origin }: Origin): Promise<ServerMetadata> {
  const fetchOne = await fetchThroughProxy(env);
  let metadata: Partial<ServerMetadata> | null = null;
  try {
    const response = await fetchOne(`${origin}/.well-known/oauth-authorization-server`, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) metadata = (await response.json()) as Partial<ServerMetadata>;
  } catch (cause) {
    throw new CliError(
      EXIT.unreachable,
      "unavailable",
      `Can't reach ${origin} to sign in. Check the address and your network, or run \`docenda doctor\`.`,
      { cause },
    );
  }
  const names = ["authorization_endpoint", "token_endpoint", "registration_endpoint"] as const;
  for (const name of names) {
    const url = metadata?.[name];
    if (typeof url !== "string" || !URL.canParse(url) || new URL(url).origin !== origin)
      throw new CliError(
        EXIT.server,
        "no-login",
        `${origin} doesn't offer a login. Create an API key at ${origin}/keys and set DOCENDA_API_KEY instead.`,
      );
  }
  return metadata as ServerMetadata;
}

async function tokenEndpoint(settings: Origin): Promise<string> {
  return (await readMetadata(settings)).token_endpoint;
}
