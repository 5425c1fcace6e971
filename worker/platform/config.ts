/** What the environment decides, read once per request and typed; nothing else reads vars and secrets. */
export type Config = {
  environment: "local" | "test" | "production";
  /** Hosts of this machine that the guard lets a crawl reach. Empty in production. */
  loopbackHosts: string[];
  /** Secret under which API keys are looked up. */
  apiKeyPepper: string;
  /** Opens the local door (`/__local`) for `npm start`; null in production, where there is no such door. */
  localToken: string | null;
};

export function readConfig(env: Env): Config {
  const environment =
    env.ENVIRONMENT === "production" ? "production" : env.ENVIRONMENT === "test" ? "test" : "local";
  const isLocal = environment !== "production";
  if (!isLocal && !env.API_KEY_PEPPER)
    throw new Error("API_KEY_PEPPER is not set: `wrangler secret put API_KEY_PEPPER`");
  return {
    environment,
    loopbackHosts: isLocal ? list(env.CRAWL_LOOPBACK_HOSTS) : [],
    apiKeyPepper: env.API_KEY_PEPPER ?? "local pepper: keys made on this machine work on this machine alone",
    localToken: isLocal ? env.LOCAL_TOKEN || null : null,
  };
}

function list(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}
