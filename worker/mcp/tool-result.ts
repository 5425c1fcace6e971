import type { CallToolResult } from "@modelcontextprotocol/server";
import { AppError } from "#worker/errors.ts";
import type { McpCall } from "./call.ts";

/** The answer of a tool: text for the model, and the same facts without the passages for the program around it. */
export function answerResult(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent };
}

/**
 * What a failure looks like to an agent: only words that we wrote, with the code, and `isError`. An error that is not
 * ours to show is logged whole, and the agent gets the id under which it stands in the log.
 */
export function errorResult(call: McpCall, tool: string, error: unknown): CallToolResult {
  if (error instanceof AppError) return failure(error.code, error.message);
  call.ctx.log.error("mcp tool failed", error, { tool, requestId: call.requestId });
  return failure(
    "internal",
    `Something went wrong on our side (request ${call.requestId}). It costs nothing; try again in a moment.`,
  );
}

function failure(code: string, message: string): CallToolResult {
  return { content: [{ type: "text", text: `Error (${code}): ${message}` }], isError: true };
}
