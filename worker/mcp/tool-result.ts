import type { CallToolResult } from "@modelcontextprotocol/server";
import type { AgentTool, Answer, SessionArguments } from "#worker/calls/agent-tool.ts";
import { findAppError } from "#worker/errors.ts";
import type { McpCall } from "./call.ts";

/** Key in a result's `_meta` for the receipt and the ids of an answer, for programs. No model needs these to go on. */
export const ANSWER_META = "docenda/answer";
/** Key in a result's `_meta` for the evidence receipt that a program asked for. */
const EVIDENCE_META = "docenda/evidence";

/**
 * The answer of a tool: everything that a model must know is in the text, the facts about the answer are in `_meta`.
 *
 * Claude Code, Codex and VS Code hand the model `structuredContent` alone and drop the text where a result has both (docs/mcp-clients.md),
 * so a program gets typed results only on request, and then `typed` holds the words of the documentation too.
 */
export function answerResult<Input extends SessionArguments, Found extends { text: string }>(
  call: Pick<McpCall, "isStructured">,
  tool: Pick<AgentTool<Input, Found>, "facts" | "typed">,
  answer: Answer<Found>,
  evidence: string | null = null,
): CallToolResult {
  return {
    content: [{ type: "text", text: answer.text }],
    _meta: { [ANSWER_META]: tool.facts(answer), ...(evidence !== null && { [EVIDENCE_META]: evidence }) },
    ...(call.isStructured && { structuredContent: tool.typed(answer) }),
  };
}

/**
 * The result of a failure for an agent: only words that we wrote, with the code, and `isError`. An error that is not ours to show is
 * logged whole, and the agent gets the id of that log entry.
 */
export function errorResult(call: McpCall, tool: string, error: unknown): CallToolResult {
  const known = findAppError(error);
  if (known) return failure(known.code, known.message);
  call.ctx.log.error("mcp tool failed", error, { tool, requestId: call.requestId });
  return failure(
    "internal",
    `Something went wrong on our side (request ${call.requestId}). It costs nothing; try again in a moment.`,
  );
}

function failure(code: string, message: string): CallToolResult {
  return { content: [{ type: "text", text: `Error (${code}): ${message}` }], isError: true };
}
