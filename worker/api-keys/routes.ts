import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revealApiKey } from "./reveal-api-key.ts";

/** Mounted under `/api/api-keys`. Keys are made and revoked by callable functions. */
export const apiKeyRoutes = new Hono<AuthenticatedEnv>()
  .get("/", async (c) => c.json({ apiKeys: await listApiKeys(c.var.ctx) }))
  .post("/:id/reveal", async (c) => c.json(await revealApiKey(c.var.ctx, { keyId: c.req.param("id") })));
