import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { authenticated } from "#worker/http/authenticated.ts";
import { listApiKeys } from "./list-api-keys.ts";

export const apiKeyRoutes = new Hono<AuthenticatedEnv>().get("/", authenticated, async (c) =>
  c.json({ apiKeys: await listApiKeys(c.var.ctx) }),
);
