import type { CallToolResult } from "@modelcontextprotocol/server";
import { DEFAULT_READ_BUDGET_TOKENS, readInput, readUrl } from "#worker/reader/read-url.ts";
import type { ReadAnswer } from "#worker/reader/read-url.ts";
import { MAX_BUDGET_TOKENS, MIN_BUDGET_TOKENS } from "#worker/search/search-docs.ts";
import { sessionOf } from "../call.ts";
import type { McpCall } from "../call.ts";
import { replayOrRun } from "#worker/calls/replay.ts";
import { readToolInput } from "#worker/calls/tool-input.ts";
import { answerResult } from "../tool-result.ts";
import { RECEIPT_SCHEMA } from "./receipt.ts";
import type { McpTool } from "./tool.ts";

export const readUrlTool: McpTool = {
  name: "docenda_read_url",
  title: "Read a page",
  description: () =>
    "Reads a page as markdown when a passage is not enough. The cheapest read is a URL with its #anchor, as the search gives " +
    "it: that section only. A page over 5,000 tokens comes as its first 5,000, an outline, and the parts closest to this " +
    "session's questions. A page that cannot be read costs nothing.",
  inputSchema: {
    type: "object",
    properties: {
      url: { type: "string", description: "http or https, with its #anchor for one section" },
      section: {
        type: "string",
        description: "Heading, anchor, symbol, table row, or a question about the page",
      },
      budget: {
        type: "integer",
        description: `Most tokens, ${MIN_BUDGET_TOKENS} to ${MAX_BUDGET_TOKENS}; more is clamped. Default ${DEFAULT_READ_BUDGET_TOKENS}`,
      },
      session: { type: "string", description: "`session` of your last answer" },
      repeat: { type: "boolean", description: "true: send again what this session has sent" },
    },
    required: ["url"],
  },
  outputSchema: {
    type: "object",
    properties: {
      page: {
        type: "object",
        properties: {
          title: { type: "string" },
          url: { type: "string" },
          source: { type: ["string", "null"] },
          fetchedAt: { type: "string" },
          contentHash: { type: "string" },
          tokens: { type: "integer" },
          isWhole: { type: "boolean" },
          text: { type: "string" },
        },
      },
      session: { type: ["string", "null"] },
      receipt: RECEIPT_SCHEMA,
    },
  },
  run: async (call, args) => readResult(call, await callRead(call, args)),
};

/** The reading as the tool does it: the same arguments, session, charge and replay. */
export async function callRead(call: McpCall, args: unknown): Promise<ReadAnswer> {
  const input = readToolInput(readInput, args, {
    aliases: {
      url: ["uri", "link", "id", "href", "page"],
      section: ["anchor", "heading"],
      session: ["sessionId", "session_id"],
      budget: ["tokens", "maxTokens", "max_tokens"],
    },
    maxBudget: MAX_BUDGET_TOKENS,
    example: { url: "https://docs.python.org/3/library/asyncio-task.html" },
  });
  const session = sessionOf(call, input.session);
  return await replayOrRun(call, { tool: "read", input, session }, (state) =>
    readUrl(call.ctx, { ...input, session: session.handle }, state),
  );
}

/** What the tool says of a page. */
export function readResult(call: Pick<McpCall, "isStructured">, answer: ReadAnswer): CallToolResult {
  const { text, page, session, receipt } = answer;
  return answerResult(call, text, { page, session, receipt }, { page: { ...page, text }, session, receipt });
}
