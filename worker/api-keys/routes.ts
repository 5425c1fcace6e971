import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { limitApiKey, limitApiKeyInput } from "./limit-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revealApiKey } from "./reveal-api-key.ts";
import { rollApiKey, rollApiKeyInput } from "./roll-api-key.ts";

/** Routes of API keys, mounted under `/api/api-keys`. Keys are made and revoked by callable functions, which the specification names. */
export const apiKeyRoutes = new Hono<AuthenticatedEnv>()
  .get("/", async (c) => c.json({ apiKeys: await listApiKeys(c.var.ctx) }))
  .post("/:id/reveal", async (c) => c.json(await revealApiKey(c.var.ctx, { keyId: c.req.param("id") })))
  .post("/:id/roll", validated("json", rollApiKeyInput.omit({ keyId: true })), async (c) =>
    c.json(await rollApiKey(c.var.ctx, { ...c.req.valid("json"), keyId: c.req.param("id") })),
  )
  .put("/:id/limit", validated("json", limitApiKeyInput), async (c) =>
    c.json(await limitApiKey(c.var.ctx, { ...c.req.valid("json"), keyId: c.req.param("id") })),
  );
