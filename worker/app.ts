import { Hono } from "hono";

export type AppEnv = { Bindings: Env };

/** Composes the HTTP door. */
export function createApp() {
  return new Hono<AppEnv>().get("/api/health", (c) => c.json({ status: "ok" }));
}

export type ApiType = ReturnType<typeof createApp>;
