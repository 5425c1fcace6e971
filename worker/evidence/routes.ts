import { Hono } from "hono";
import { cors } from "hono/cors";
import { EVIDENCE_KEYS_PATH } from "#schema/evidence.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { listEvidenceKeys } from "./evidence-keys.ts";

/** The public keys of evidence receipts, for whoever checks one. */
export const evidenceRoutes = new Hono<AppEnv>().get(EVIDENCE_KEYS_PATH, cors(), async (c) => {
  c.set("cacheControl", "public, max-age=3600");
  return c.json(await listEvidenceKeys(requestContext(c).services.config.sealKeys));
});
