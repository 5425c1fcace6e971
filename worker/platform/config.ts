import { readSealKeys } from "./seal.ts";
import type { SealKeys } from "./seal.ts";

/** Configuration from the environment, read once per request and typed; nothing else reads vars and secrets. */
export type Config = {
  environment: "local" | "test" | "production";
  /** Origin of the web app, without a slash at the end; null on a laptop, where a request's own origin is used. */
  publicOrigin: string | null;
  /** Hosts of this machine that the guard lets a crawl reach. Empty in production. */
  loopbackHosts: string[];
  /** Secret under which API keys are looked up. */
  apiKeyPepper: string;
  /** Secret that signs the cookies of sessions. */
  authSecret: string;
  /** Keys for sealed values: API keys, tokens of other services, request headers. */
  sealKeys: SealKeys;
  /** Sign-in and repositories at GitHub; null when GitHub is not configured. */
  github: GitHubConfig | null;
  /** Sign-in with Google; null when Google is not configured. */
  google: GoogleConfig | null;
  /** Payments; null when Stripe is not configured, and then nothing is sold. */
  stripe: StripeConfig | null;
  /** True when Stripe adds tax to what is sold. */
  isTaxed: boolean;
  /** Addresses of package registries, without a slash at the end; null where a registry is not set up. */
  registries: { npmUrl: string | null; pypiUrl: string | null };
  /**
   * The model that answers in the chat for owners without a model of their own: an address that speaks OpenAI's protocol, or Workers AI
   * where the account has it; null for none.
   */
  chatModel: { url: string; model: string; apiKey: string | null } | "workers-ai" | null;
  /** Embeddings that a deployment makes and compares; a change takes effect as sources are read again. */
  embedder: "static" | "workers-ai";
  /** True when a cross-encoder orders the best passages; off until an evaluation with an account shows a gain. */
  isReranked: boolean;
  /** True when the cron indexes the public catalog. */
  isCatalogCrawled: boolean;
  /** Addresses of the people who run this deployment, in lower case; empty without the setting. */
  operatorEmails: string[];
  /** The sender of mail. */
  mailFrom: string;
  /**
   * Factor on the pace that a plan allows: 1 in production. A laptop is its owner's, and an evaluation asks thousands of questions in a
   * few minutes.
   */
  paceFactor: number;
  /** Token of the local door (`/__local`) for `npm start`; null in production, which has no such door. */
  localToken: string | null;
  /** Origin of Vite's development server for the files of the build, which its assets binding lacks; null everywhere else. */
  assetsOrigin: string | null;
};

export type GitHubConfig = {
  clientId: string;
  clientSecret: string;
  /** Address of the pages that people see, such as `/login/oauth/authorize`. */
  webUrl: string;
  apiUrl: string;
  webhookSecret: string | null;
};

export type GoogleConfig = { clientId: string; clientSecret: string; discoveryUrl: string };

export type StripeConfig = {
  secretKey: string;
  /** Address of the API, without a path. */
  apiUrl: string;
  /** Secrets of the webhooks, several during a change of secret; the signature of any is good. */
  webhookSecrets: string[];
};

export function readConfig(env: Env): Config {
  const environment =
    env.ENVIRONMENT === "production" ? "production" : env.ENVIRONMENT === "test" ? "test" : "local";
  const isLocal = environment !== "production";
  const required = <T>(
    name: "API_KEY_PEPPER" | "AUTH_SECRET" | "SEAL_KEYS" | "PUBLIC_ORIGIN" | "MAIL_FROM",
    onThisMachine: T,
  ): string | T => {
    const value = env[name];
    if (value) return value;
    if (!isLocal) throw new Error(`${name} is not set: \`npm run provision\` sets it`);
    return onThisMachine;
  };
  return {
    environment,
    // A configured origin is required: a request can name any host, and links must not follow the request.
    publicOrigin: required("PUBLIC_ORIGIN", null),
    loopbackHosts: isLocal ? list(env.CRAWL_LOOPBACK_HOSTS) : [],
    apiKeyPepper: required(
      "API_KEY_PEPPER",
      "local pepper: keys made on this machine work on this machine alone",
    ),
    authSecret: required("AUTH_SECRET", "local secret: sessions of this machine are good on it alone"),
    sealKeys: readSealKeys(
      required("SEAL_KEYS", "1:local key: what is sealed on this machine opens on it alone"),
    ),
    github: readGitHub(env),
    google: readGoogle(env),
    stripe: readStripe(env),
    isTaxed: env.STRIPE_TAX === "on",
    registries: {
      npmUrl: env.NPM_REGISTRY_URL || null,
      pypiUrl: env.PYPI_URL || null,
    },
    chatModel: readChatModel(env, isLocal),
    embedder: env.EMBEDDER === "workers-ai" ? "workers-ai" : "static",
    isReranked: env.RERANKER === "workers-ai",
    isCatalogCrawled: env.CRAWL_PUBLIC_CATALOG === "on",
    operatorEmails: list(env.OPERATOR_EMAILS).map((email) => email.toLowerCase()),
    mailFrom: required("MAIL_FROM", "Docenda <mail@docenda.example>"),
    paceFactor: isLocal ? Math.max(1, Number(env.PACE_FACTOR) || 1) : 1,
    localToken: isLocal ? env.LOCAL_TOKEN || null : null,
    assetsOrigin: isLocal ? env.ASSETS_ORIGIN || null : null,
  };
}

function readGitHub(env: Env): GitHubConfig | null {
  if (!env.GITHUB_CLIENT_ID || !env.GITHUB_CLIENT_SECRET) return null;
  return {
    clientId: env.GITHUB_CLIENT_ID,
    clientSecret: env.GITHUB_CLIENT_SECRET,
    webUrl: env.GITHUB_WEB_URL || "https://github.com",
    apiUrl: env.GITHUB_API_URL || "https://api.github.com",
    webhookSecret: env.GITHUB_WEBHOOK_SECRET || null,
  };
}

function readGoogle(env: Env): GoogleConfig | null {
  if (!env.GOOGLE_CLIENT_ID || !env.GOOGLE_CLIENT_SECRET) return null;
  return {
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    discoveryUrl: env.GOOGLE_DISCOVERY_URL || "https://accounts.google.com/.well-known/openid-configuration",
  };
}

function readStripe(env: Env): StripeConfig | null {
  if (!env.STRIPE_SECRET_KEY) return null;
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    apiUrl: env.STRIPE_API_URL || "https://api.stripe.com",
    webhookSecrets: list(env.STRIPE_WEBHOOK_SECRET),
  };
}

/** Setting of the chat model; `CHAT_MODEL=none` leaves a deployment without a model. */
function readChatModel(env: Env, isLocal: boolean): Config["chatModel"] {
  const { CHAT_MODEL_URL: url, CHAT_MODEL: model, CHAT_MODEL_KEY: apiKey } = env;
  if (url && model) return { url, model, apiKey: apiKey || null };
  return isLocal || model === "none" ? null : "workers-ai";
}

function list(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}
