import { localhostAllowedOrigins, originValidationResponse } from "@modelcontextprotocol/server";
import { createMcpHandler } from "agents/mcp/server";
import { Hono } from "hono";
import type { Context, Next } from "hono";
import { cors } from "hono/cors";
import { noteClient } from "#worker/api-keys/note-client.ts";
import { listMostUsed } from "#worker/catalog/list-most-used.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { serveDocument } from "#worker/http/documents.ts";
import { refusalOf, takePace } from "#worker/rate-limits/take-pace.ts";
import { authenticateMcp } from "./authenticate-mcp.ts";
import type { McpCall } from "./call.ts";
import { errorAsProtocol, PARSE_ERROR, protocolError, REFUSED } from "./protocol-error.ts";
import { readToolset, TOOLSETS } from "./toolset.ts";
import { createServer } from "./server.ts";
import { asHandle, mintHandle, namingFor } from "#worker/calls/session-handle.ts";

const DEEP_RESEARCH_PATH = "/mcp/openai";
const PATHS = ["/mcp", DEEP_RESEARCH_PATH];
/** Most sources that the description of the search tool names. */
const SOURCES_LISTED = 15;
/** Most messages of one request, each of which may be a search. */
const MAX_BATCH = 10;

/**
 * Serves both protocol eras, each request with a server of its own. Module scope, because the handler counts open subscriptions; data of
 * one request travel in `authInfo`. Origins and CORS are settled earlier.
 */
const handler = createMcpHandler(({ authInfo }) => createServer(authInfo!.extra!.call as McpCall), {
  route: "/mcp",
  corsOptions: false,
  allowedOriginHostnames: "*",
  maxSubscriptions: 100,
});

/** CORS for allowed origins, given back unchanged since foreign ones never come this far. Cookies are not used and not allowed. */
const corsForAllowedOrigins = cors({
  origin: (origin) => origin,
  allowMethods: ["POST", "OPTIONS"],
  allowHeaders: [
    "authorization",
    "x-api-key",
    "content-type",
    "accept",
    "mcp-session-id",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "last-event-id",
    "traceparent",
    "tracestate",
    "baggage",
  ],
  exposeHeaders: ["mcp-session-id", "www-authenticate", "retry-after", "ratelimit", "ratelimit-policy"],
  maxAge: 86_400,
});

/** `/mcp`: the setup page for a browser that opens it, the MCP endpoint for every other request. */
export const mcpRoutes = new Hono<AppEnv>()
  .onError(errorAsProtocol)
  .on("GET", PATHS, showPage)
  .on("ALL", PATHS, refuseForeignOrigins, corsForAllowedOrigins)
  .on("POST", PATHS, answer)
  .on("ALL", PATHS, (c) =>
    protocolError(
      c,
      405,
      REFUSED,
      "Send MCP messages with POST. This server has no stream to open and no session to end.",
      {
        allow: "POST, OPTIONS",
      },
    ),
  );

async function showPage(c: Context<AppEnv>, next: Next) {
  const isForReaders = /text\/(?:html|markdown)/.test(c.req.header("accept") ?? "");
  return isForReaders ? serveDocument(c, "/mcp") : next();
}

/** Refuses foreign origins: MCP asks servers to validate `Origin` against DNS rebinding. Programs send none, browsers always do. */
async function refuseForeignOrigins(c: Context<AppEnv>, next: Next) {
  const refusal = originValidationResponse(c.req.raw, allowedOriginHosts(c));
  return refusal ? c.newResponse(refusal.body, refusal) : next();
}

/** Hosts whose pages may call: this machine's (such as the MCP inspector), in production our web app's. Rebinding forges own names. */
function allowedOriginHosts(c: Context<AppEnv>): string[] {
  const own = c.env.ENVIRONMENT === "production" ? [new URL(c.req.url).hostname] : [];
  return [...localhostAllowedOrigins(), ...own];
}

async function answer(c: Context<AppEnv>): Promise<Response> {
  const message = await c.req.json<unknown>().catch(() => undefined);
  const { method, clientName, calledTool } = readMessage(message);
  // A caller that may not call learns nothing else.
  const ctx = await authenticateMcp(c, { withFirstReads: calledTool !== null });
  if (message === undefined) return protocolError(c, 400, PARSE_ERROR, "The request is not JSON.");
  const messages = Array.isArray(message) ? message : [message];
  if (messages.length > MAX_BATCH)
    return protocolError(
      c,
      400,
      REFUSED,
      `A batch has ${MAX_BATCH} messages at most. Send the others after it.`,
    );
  const calls = messages.filter((one) => readMessage(one).calledTool !== null).length;
  const pace = calls > 0 ? await takePace(ctx, "calls", calls) : null;
  if (pace) c.set("pace", pace);
  const sessionHeader = c.req.header("mcp-session-id") ?? null;
  const naming =
    c.req.path === DEEP_RESEARCH_PATH
      ? "deep-research"
      : namingFor({
          name: clientName,
          handle: asHandle(sessionHeader),
          userAgent: c.req.header("user-agent") ?? null,
        });
  const toolset = readToolset(c.req.query("tools"));
  if (toolset === undefined)
    return protocolError(
      c,
      400,
      REFUSED,
      `\`?tools=\` takes ${Object.keys(TOOLSETS).join(" and ")}, separated by commas.`,
    );
  const isStructured = c.req.query("structured") === "1";
  const sources =
    method === "tools/list" && naming === "docenda" ? await listMostUsed(ctx, SOURCES_LISTED) : null;
  const call: McpCall = {
    ctx,
    requestId: c.get("requestId"),
    naming,
    connection: sessionHeader,
    calledTool,
    sources,
    isStructured,
    toolset,
    isEvidenced: c.req.query("evidence") === "1",
    refusal: pace && refusalOf(pace),
  };

  const response = await handler.fetch(withoutCredentials(c.req.raw), {
    parsedBody: message,
    authInfo: { token: "", clientId: "", scopes: [], extra: { call } },
  });
  const answered = c.newResponse(response.body, response);
  // A client of 2025 sends the session id back with every request. A current client has no use for it and gets a handle in answers.
  if (method === "initialize" || method === "tools/call") noteClient(ctx, clientName);
  if (method === "initialize" && response.ok) answered.headers.set("mcp-session-id", mintHandle(naming));
  return answered;
}

/** The facts that the door reads from a message before the SDK judges it; nothing here is trusted to have a shape. */
function readMessage(message: unknown): {
  method: string | null;
  clientName: string | null;
  calledTool: string | null;
} {
  const { method, params } = record(message);
  const { clientInfo, name, _meta } = record(params);
  const info = record(clientInfo ?? record(_meta)["io.modelcontextprotocol/clientInfo"]);
  return {
    method: text(method),
    clientName: text(info.name),
    calledTool: method === "tools/call" ? text(name) : null,
  };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The request for the SDK and everything behind it: without the key, and with one path for both. */
function withoutCredentials(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("authorization");
  headers.delete("x-api-key");
  // A client that takes anything takes JSON and event streams, which the SDK wants to see by name.
  const accept = headers.get("accept");
  if (!accept || accept.includes("*/*")) headers.set("accept", "application/json, text/event-stream");
  return new Request(new URL("/mcp", request.url), { method: "POST", headers, signal: request.signal });
}
