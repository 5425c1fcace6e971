import { searchDocs, searchInput } from "#worker/search/search-docs.ts";
import { replayOrRun } from "../replay.ts";
import { readToolInput } from "../tool-input.ts";
import { MAX_BUDGET_TOKENS } from "#worker/search/search-docs.ts";
import type { McpTool } from "./tool.ts";

/**
 * Search under the name and with the JSON answer that OpenAI's deep-research client wants: one text item with
 * `{"results": [{"id", "title", "url"}]}`. No passage is shown, so no session is told of any.
 */
export const deepResearchSearchTool: McpTool = {
  name: "search",
  title: "Search documentation",
  description: "Pages of documentation that answer a question. Read one with `fetch`.",
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
    const answer = await replayOrRun(call, { tool: "search as json", input: { query }, session: null }, () =>
      searchDocs(call.ctx, { query }),
    );
    const found = [...answer.passages, ...answer.leftOut].map(({ title, url }) => ({ id: url, title, url }));
    const results = [...new Map(found.map((entry) => [entry.id, entry])).values()];
    return { content: [{ type: "text", text: JSON.stringify({ results }) }] };
  },
};
