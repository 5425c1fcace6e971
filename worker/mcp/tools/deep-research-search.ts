import { searchDocs, searchInput } from "#worker/search/search-docs.ts";
import { connectionSession } from "../call.ts";
import { replayOrRun } from "#worker/calls/replay.ts";
import { readToolInput } from "#worker/calls/tool-input.ts";
import { MAX_BUDGET_TOKENS } from "#worker/search/search-docs.ts";
import type { McpTool } from "./tool.ts";

/**
 * Search under the name and with the JSON answer that OpenAI's deep-research client wants: one text item with
 * `{"results": [{"id", "title", "url"}]}`. No passage is shown, so the session of the connection learns the question alone: a
 * `fetch` that follows sends the parts of a long page that are closest to it.
 */
export const deepResearchSearchTool: McpTool = {
  name: "search",
  title: "Search documentation",
  description: () => "Pages of documentation that answer a question. Read one with `fetch`.",
  inputSchema: {
    type: "object",
    properties: { query: { type: "string", description: "The question, with the name of the library" } },
    required: ["query"],
  },
  async run(call, args) {
    const { query } = readToolInput(searchInput.pick({ query: true }), args, {
      aliases: { query: ["q", "question"] },
      maxBudget: MAX_BUDGET_TOKENS,
      example: { query: "python asyncio gather exceptions" },
    });
    const session = connectionSession(call);
    const answer = await replayOrRun(call, { tool: "search as json", input: { query }, session }, (state) =>
      searchDocs(call.ctx, { query, session: session?.handle }, { ...state, isListOnly: true }),
    );
    // A result is a page, since `fetch` is asked for the text of a whole document.
    const pages = [...answer.passages, ...answer.leftOut].map(({ title, url }) => ({
      title,
      url: pageOf(url),
    }));
    const results = [...new Map(pages.map(({ title, url }) => [url, { id: url, title, url }])).values()];
    return { content: [{ type: "text", text: JSON.stringify({ results }) }] };
  },
};

/** Anchors are dropped, but for the page of a PDF file, which is named by one. */
function pageOf(url: string): string {
  return url.startsWith("pdf:") ? url : url.replace(/#.*$/su, "");
}
