import { checkAddresses, checkUrl, FetchRefused, USER_AGENT } from "./guarded-fetch.ts";
import type { GuardOptions } from "./guarded-fetch.ts";
import { createResolver } from "./resolve-host.ts";

/**
 * Sends JSON to an address that an owner has set, and gives the answer as it comes. The rules are those of `guardedFetch`, but no redirect
 * is followed: the request carries a key. Throws FetchRefused.
 */
export type GuardedPost = (
  url: string,
  request: { headers: Record<string, string>; body: unknown; signal: AbortSignal },
) => Promise<Response>;

export function createGuardedPost(guard: GuardOptions): GuardedPost {
  const lookUp = guard.resolve ?? createResolver();
  const connect = guard.fetch ?? ((input, init) => fetch(input, init));
  return async (address, { headers, body, signal }) => {
    const url = checkUrl(address, guard);
    if (url.protocol !== "https:" && !guard.loopbackHosts.includes(url.hostname))
      throw new FetchRefused("bad-scheme", "a key is only sent over https");
    await checkAddresses(url, guard, lookUp);
    signal.throwIfAborted();
    const response = await connect(url.href, {
      method: "POST",
      headers: {
        "user-agent": guard.userAgent ?? USER_AGENT,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
      redirect: "manual",
      signal,
    });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new FetchRefused("redirect-refused", "it redirects, and a key is not sent on");
    }
    return response;
  };
}
