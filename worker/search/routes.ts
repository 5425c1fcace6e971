import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import type { McpCall } from "#worker/mcp/call.ts";
import { callRead, readResult, readUrlTool } from "#worker/mcp/tools/read-url.ts";
import { callSearch, searchDocumentationTool, searchResult } from "#worker/mcp/tools/search-documentation.ts";
import { readInput } from "#worker/reader/read-url.ts";
import { searchInput } from "./search-docs.ts";

/** A tool call as an agent sends it and the answer that it gets, both as JSON text. */
export type McpExchange = { request: string; response: string };

/**
 * The two tools for people: mounted under `/api`. They do what an agent's call does, with the same charge, session and
 * replay, and show that call beside the answer.
 */
export const searchRoutes = new Hono<AuthenticatedEnv>()
  .post("/search", validated("json", searchInput), async (c) => {
    const input = c.req.valid("json");
    const call = callOf(c);
    const answer = await callSearch(call, input);
    const result = searchResult(call, answer);
    return c.json({ ...answer, mcp: exchange(searchDocumentationTool.name, input, result) });
  })
  .post("/read", validated("json", readInput), async (c) => {
    const input = c.req.valid("json");
    const call = callOf(c);
    const answer = await callRead(call, input);
    return c.json({ ...answer, mcp: exchange(readUrlTool.name, input, readResult(call, answer)) });
  });

function callOf(c: Context<AuthenticatedEnv>): McpCall {
  const { ctx, requestId } = c.var;
  return {
    ctx,
    requestId,
    naming: "docenda",
    sessionHeader: null,
    calledTool: null,
    sources: null,
    isStructured: false,
  };
}

function exchange(name: string, args: object, result: CallToolResult): McpExchange {
  const message = { jsonrpc: "2.0", id: 1 };
  const request = { ...message, method: "tools/call", params: { name, arguments: args } };
  return {
    request: JSON.stringify(request, null, 2),
    response: JSON.stringify({ ...message, result }, null, 2),
  };
}
