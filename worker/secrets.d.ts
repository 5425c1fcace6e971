/** Set by `wrangler secret put` in production and by `npm start` on a laptop; not in wrangler.toml, so declared here. */
interface Env {
  API_KEY_PEPPER?: string;
  LOCAL_TOKEN?: string;
}
