import type { CallToolResult } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { httpCall } from "#worker/calls/agent-call.ts";
import { callTool } from "#worker/calls/call-tool.ts";
import { readDocumentation } from "#worker/calls/read-documentation.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { answerResult } from "#worker/mcp/tool-result.ts";

/** A tool call as an agent sends it and the answer that it gets, both as JSON text. */
export type McpExchange = { request: string; response: string };

/**
 * Routes of the two tools for people: mounted under `/api`. The tools are called as an agent calls them, and the answer comes with the
 * exchange of messages that an MCP client would have seen.
 */
export const consoleRoutes = new Hono<AuthenticatedEnv>()
  .post("/search", validated("json", searchDocumentation.input), async (c) => {
    const input = c.req.valid("json");
    const answer = await callTool(httpCall(c.var.ctx), searchDocumentation, input);
    return c.json({
      ...answer,
      mcp: exchange(searchDocumentation.name, input, answerResult(AS_TEXT, searchDocumentation, answer)),
    });
  })
  .post("/read", validated("json", readDocumentation.input), async (c) => {
    const input = c.req.valid("json");
    const answer = await callTool(httpCall(c.var.ctx), readDocumentation, input);
    return c.json({
      ...answer,
      mcp: exchange(readDocumentation.name, input, answerResult(AS_TEXT, readDocumentation, answer)),
    });
  });

const AS_TEXT = { isStructured: false };

function exchange(name: string, args: object, result: CallToolResult): McpExchange {
  const message = { jsonrpc: "2.0", id: 1 };
  const request = { ...message, method: "tools/call", params: { name, arguments: args } };
  return {
    request: JSON.stringify(request, null, 2),
    response: JSON.stringify({ ...message, result }, null, 2),
  };
}
