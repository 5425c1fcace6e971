import type { CallToolResult } from "@modelcontextprotocol/server";
import { DEFAULT_SEARCH_BUDGET_TOKENS } from "#schema/values.ts";
import type { NamedSources } from "#worker/catalog/list-most-used.ts";
import { oneLine } from "#worker/content/one-line.ts";
import { MAX_BUDGET_TOKENS, MIN_BUDGET_TOKENS, searchDocs, searchInput } from "#worker/search/search-docs.ts";
import type { SearchAnswer, SessionState } from "#worker/search/search-docs.ts";
import { sessionOf } from "../call.ts";
import type { McpCall } from "../call.ts";
import { replayOrRun, runOrReplay } from "#worker/calls/replay.ts";
import { readToolInput } from "#worker/calls/tool-input.ts";
import { answerResult } from "../tool-result.ts";
import { RECEIPT_SCHEMA } from "./receipt.ts";
import type { McpTool } from "./tool.ts";

export const searchDocumentationTool: McpTool = {
  name: "docenda_search_documentation",
  title: "Search documentation",
  description: ({ sources }) =>
    "Searches the current documentation of libraries, frameworks, APIs and tools, and the caller's private documents. " +
    "Returns the passages that answer, best first, each with its URL. Use it before relying on memory. Ask one specific " +
    "question per call: name the library, and keep identifiers, error messages and versions as written. An answer without " +
    `passages, and the same call within 60 seconds, cost nothing.${sources ? listed(sources) : ""}`,
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
      version: { type: "string", description: "Of the library, such as 18 or ^18.2. Default: newest" },
      budget: {
        type: "integer",
        description: `Most tokens of the answer, ${MIN_BUDGET_TOKENS} to ${MAX_BUDGET_TOKENS}; more is clamped. Default: as many as the answer needs, up to ${DEFAULT_SEARCH_BUDGET_TOKENS}`,
      },
      session: {
        type: "string",
        description: "`session` of your last answer: what it sent is not sent again",
      },
      repeat: {
        type: "boolean",
        description: "true: send again what this session has sent, such as after your context was compacted",
      },
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
          properties: {
            title: { type: "string" },
            headingPath: { type: "array", items: { type: "string" } },
            url: { type: "string" },
            tokens: { type: "integer" },
          },
        },
      },
      alreadySent: {
        type: "array",
        items: {
          type: "object",
          properties: {
            title: { type: "string" },
            headingPath: { type: "array", items: { type: "string" } },
            url: { type: "string" },
          },
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

/** A source is called what its owner or its site calls it, so little of a name is shown. */
const MAX_NAME_CHARACTERS = 40;

/** Names what the caller may search, so that a model knows what to ask for. */
function listed({ names, total }: NamedSources): string {
  if (total === 0) return "";
  const more = total > names.length ? ` and ${(total - names.length).toLocaleString("en-US")} more` : "";
  return ` Sources: ${names.map((name) => oneLine(name, MAX_NAME_CHARACTERS)).join(", ")}${more}.`;
}

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
  const search = (state: SessionState) => searchDocs(call.ctx, { ...input, session: session.handle }, state);
  return session.isNew ? await runOrReplay(call, request, search) : await replayOrRun(call, request, search);
}

/** What the tool says of an answer. */
export function searchResult(call: Pick<McpCall, "isStructured">, answer: SearchAnswer): CallToolResult {
  const { text, ...typed } = answer;
  const passages = answer.passages.map(({ text: _text, ...facts }) => facts);
  return answerResult(call, text, { ...typed, passages }, typed);
}
