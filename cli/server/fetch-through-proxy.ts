type Env = Readonly<Record<string, string | undefined>>;

/** The proxy that the environment names, or null. Both spellings are in use. */
export function proxyOf(env: Env): string | null {
  const names = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];
  return names.map((name) => env[name]).find((value) => value) ?? null;
}

let agent: Promise<typeof fetch> | undefined;

/**
 * `fetch`, through the proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`). Node's own fetch knows proxies from
 * version 24 on only, and only when it is told to. Certificates of a company are `NODE_EXTRA_CA_CERTS`, which Node reads itself.
 */
export function fetchThroughProxy(env: Env): Promise<typeof fetch> {
  if (proxyOf(env) === null) return Promise.resolve(fetch);
  agent ??= import("undici").then(({ EnvHttpProxyAgent, fetch: fetchWith }) => {
    const dispatcher = new EnvHttpProxyAgent();
    // The types of undici and of Node are of different releases of the same fetch.
    return ((url: string, init: object) =>
      fetchWith(url, { ...init, dispatcher })) as unknown as typeof fetch;
  });
  return agent;
}
