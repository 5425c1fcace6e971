import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { getQuotas } from "./get-quotas.ts";

/** Route of quotas, mounted under `/api`. */
export const quotaRoutes = new Hono<AuthenticatedEnv>().get("/quotas", async (c) =>
  c.json(await getQuotas(c.var.ctx)),
);
