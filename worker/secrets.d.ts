/** Secrets that `wrangler secret put` sets in production and `npm start` on a laptop; not in wrangler.toml, so declared here. */
interface Env {
  API_KEY_PEPPER?: string;
  AUTH_SECRET?: string;
  SEAL_KEYS?: string;
  LOCAL_TOKEN?: string;
  ASSETS_ORIGIN?: string;
  PUBLIC_ORIGIN?: string;
  MAIL_FROM?: string;
  OPERATOR_EMAILS?: string;
  EMBEDDER?: string;
  RERANKER?: string;
  GITHUB_CLIENT_ID?: string;
  GITHUB_CLIENT_SECRET?: string;
  GITHUB_WEB_URL?: string;
  GITHUB_API_URL?: string;
  GITHUB_WEBHOOK_SECRET?: string;
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  GOOGLE_DISCOVERY_URL?: string;
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  STRIPE_API_URL?: string;
  STRIPE_TAX?: string;
  NPM_REGISTRY_URL?: string;
  PYPI_URL?: string;
  CHAT_MODEL_URL?: string;
  CHAT_MODEL?: string;
  CHAT_MODEL_KEY?: string;
}
