import type { CallToolResult } from "@modelcontextprotocol/server";
import { MAX_BUDGET_TOKENS, searchDocs, searchInput } from "#worker/search/search-docs.ts";
import type { SearchAnswer } from "#worker/search/search-docs.ts";
import { sessionOf } from "../call.ts";
import type { McpCall } from "../call.ts";
import { replayOrRun, runOrReplay } from "../replay.ts";
import type { NoteFirst } from "../replay.ts";
import { readToolInput } from "../tool-input.ts";
import { answerResult } from "../tool-result.ts";
import { RECEIPT_SCHEMA } from "./receipt.ts";
import type { McpTool } from "./tool.ts";

export const searchDocumentationTool: McpTool = {
  name: "docenda_search_documentation",
  title: "Search documentation",
  description:
    "Passages from the current documentation of libraries, frameworks, APIs and tools, and from the caller's private " +
    "documents, each with its URL. Use it before relying on memory. Ask one specific question a call; name the " +
    "library and keep identifiers and error codes as they are written.",
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", description: "The question, such as: sqlite upsert with returning clause" },
      scope: { type: "string", enum: ["all", "public", "private"], description: "Default all" },
      sources: {
        type: "array",
        items: { type: "string" },
        description: "Only these sources, by name, alias or package",
      },
      version: { type: "string", description: "Of the library, such as 18 or ^18.2; default newest" },
      budget: { type: "integer", description: "Most tokens of the answer, 200 to 10000; default 2000" },
      session: { type: "string", description: "`session` of your last answer: nothing is sent twice" },
    },
    required: ["query"],
  },
  outputSchema: {
    type: "object",
    properties: {
      passages: {
        type: "array",
        items: {
          type: "object",
          properties: {
            title: { type: "string" },
            url: { type: "string" },
            headingPath: { type: "array", items: { type: "string" } },
            source: { type: "string" },
            version: { type: ["string", "null"] },
            fetchedAt: { type: "string" },
            contentHash: { type: "string" },
            tokens: { type: "integer" },
            text: { type: "string" },
          },
        },
      },
      leftOut: {
        type: "array",
        items: {
          type: "object",
          properties: { title: { type: "string" }, url: { type: "string" }, tokens: { type: "integer" } },
        },
      },
      passagesAlreadySent: { type: "integer" },
      sources: { type: "array", items: { type: "string" } },
      versionAsked: { type: ["string", "null"] },
      session: { type: ["string", "null"] },
      receipt: RECEIPT_SCHEMA,
    },
  },
  run: async (call, args) => searchResult(call, await callSearch(call, args)),
};

/** The search as the tool does it: the same arguments, session, charge and replay. */
export async function callSearch(call: McpCall, args: unknown): Promise<SearchAnswer> {
  const input = readToolInput(searchInput, args, {
    aliases: {
      query: ["q", "question", "search", "text", "input"],
      session: ["sessionId", "session_id"],
      sources: ["source", "libraries", "library"],
      budget: ["tokens", "maxTokens", "max_tokens"],
    },
    maxBudget: MAX_BUDGET_TOKENS,
    example: { query: "python asyncio gather exceptions" },
  });
  const session = sessionOf(call, input.session);
  const request = { tool: "search", input, session };
  const search = (noteFirst: NoteFirst) =>
    searchDocs(call.ctx, { ...input, session: session.handle }, { noteFirst });
  return session.isNew
    ? await runOrReplay(call, request, search)
    : await replayOrRun(call, request, () => search(null));
}

/** What the tool says of an answer. */
export function searchResult(call: Pick<McpCall, "isStructured">, answer: SearchAnswer): CallToolResult {
  const { text, ...typed } = answer;
  const passages = answer.passages.map(({ text: _text, ...facts }) => facts);
  return answerResult(call, text, { ...typed, passages }, typed);
}
