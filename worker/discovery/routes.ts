import { Hono } from "hono";
import type { Context } from "hono";
import { cors } from "hono/cors";
import { publicOrigin } from "#worker/http/request-origin.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { SERVER_VERSION } from "#worker/mcp/server.ts";
import { AI_CATALOG_TYPE, aiCatalog, SERVER_CARD_PATH, SERVER_CARD_TYPE, serverCard } from "./server-card.ts";

/** Routes by which programs discover this server. MCP reserves the card's second address for it. */
export const discoveryRoutes = new Hono<AppEnv>()
  .on("GET", [SERVER_CARD_PATH, "/mcp/server-card"], cors(), (c) =>
    c.json(serverCard(originOf(c), SERVER_VERSION), 200, { "Content-Type": SERVER_CARD_TYPE }),
  )
  .get("/.well-known/ai-catalog.json", cors(), (c) =>
    c.json(aiCatalog(originOf(c)), 200, { "Content-Type": AI_CATALOG_TYPE }),
  );

function originOf(c: Context<AppEnv>): string {
  return publicOrigin(requestContext(c), c.req.url);
}
