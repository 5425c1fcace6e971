import type * as z from "zod";
import type { GitHubConfig } from "#worker/platform/config.ts";
import { USER_AGENT } from "#worker/platform/guarded-fetch.ts";
import { GithubError } from "./github-error.ts";

const API_VERSION = "2022-11-28";
const TIMEOUT_MS = 20_000;
/** Limit on JSON; the tree of a repository at GitHub's own limit is some 25 MB. */
const MAX_JSON_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 3;
/** Wait when GitHub names none (its documentation of rate limits). */
const DEFAULT_WAIT_MS = 60_000;
/**
 * Statuses for things that a token may not see: GitHub says 404 itself, 403 for organisations with rules of their own, 409 for a
 * repository without a commit, 451 for blocked content.
 */
const NOT_SHOWN = new Set([403, 404, 409, 410, 451]);

/** Calls of GitHub's REST API with one user's token. Calls go only to the configured host; every failure is thrown as GithubError. */
export function createRest(config: Pick<GitHubConfig, "apiUrl">, token: string) {
  const base = new URL(config.apiUrl.endsWith("/") ? config.apiUrl : `${config.apiUrl}/`);

  async function send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
    let url = new URL(path.replace(/^\//, ""), base);
    for (let hops = 0; ; hops += 1) {
      if (url.origin !== base.origin) throw new GithubError("not-found", "GitHub leads to another host");
      const answer = await fetch(url, {
        ...init,
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${token}`,
          "user-agent": USER_AGENT,
          "x-github-api-version": API_VERSION,
          ...init.headers,
        },
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((cause: unknown) => {
        throw new GithubError("unavailable", "GitHub could not be reached", { cause });
      });
      const location = answer.headers.get("location");
      if (answer.status < 300 || answer.status >= 400 || answer.status === 304 || location === null)
        return await checked(answer);
      // A renamed repository answers from its new place.
      await answer.body?.cancel();
      if (hops === MAX_REDIRECTS) throw new GithubError("not-found", "GitHub redirects in circles");
      url = new URL(location, url);
    }
  }

  async function get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
    const answer = await send(path);
    const text = new TextDecoder().decode(await readBytes(answer, MAX_JSON_BYTES));
    const { success, data, error } = schema.safeParse(parseJson(text));
    if (!success)
      throw new GithubError("unavailable", "GitHub answered in a shape of its own", { cause: error });
    return data;
  }

  return { send, get };
}

/** The answer itself when successful; throws for every status of a failure. */
async function checked(answer: Response): Promise<Response> {
  if (answer.ok || answer.status === 304) return answer;
  await answer.body?.cancel();
  const { status, headers } = answer;
  const isLimited =
    status === 429 || headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0";
  if (isLimited && (status === 403 || status === 429))
    throw new GithubError("rate-limited", "GitHub asks to wait", { retryAfterMs: waitMs(headers) });
  if (status === 401) throw new GithubError("unauthorized", "GitHub does not accept the token");
  if (NOT_SHOWN.has(status)) throw new GithubError("not-found", `GitHub answers ${status}`);
  throw new GithubError("unavailable", `GitHub answers ${status}`);
}

/** Wait in milliseconds by `retry-after` (in seconds), else until the limit begins anew. */
function waitMs(headers: Headers): number {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  if (seconds >= 0) return seconds * 1000;
  const resetAt = Number(headers.get("x-ratelimit-reset") ?? Number.NaN) * 1000;
  return Number.isFinite(resetAt) ? Math.max(1000, resetAt - Date.now()) : DEFAULT_WAIT_MS;
}

/** The body, up to a number of bytes; a larger body is thrown as `too-large`. */
export async function readBytes(answer: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.byteLength;
      if (size > maxBytes) throw new GithubError("too-large", `more than ${maxBytes} bytes`);
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof GithubError) throw cause;
    throw new GithubError("unavailable", "the answer of GitHub broke off", { cause });
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
