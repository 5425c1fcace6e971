import { readInput, readUrl } from "#worker/reader/read-url.ts";
import { MAX_BUDGET_TOKENS } from "#worker/search/search-docs.ts";
import { connectionSession } from "../call.ts";
import { replayOrRun } from "#worker/calls/replay.ts";
import { readToolInput } from "#worker/calls/tool-input.ts";
import type { McpTool } from "./tool.ts";

/**
 * Reading under the name and with the JSON answer that OpenAI's deep-research client wants: one text item with
 * `{"id", "title", "text", "url", "metadata"}`.
 */
export const deepResearchFetchTool: McpTool = {
  name: "fetch",
  title: "Read a page",
  description: () => "The text of a page that `search` found.",
  inputSchema: {
    type: "object",
    properties: { id: { type: "string", description: "`id` of a search result" } },
    required: ["id"],
  },
  async run(call, args) {
    const { url } = readToolInput(readInput.pick({ url: true }), args, {
      aliases: { url: ["id", "uri", "link"] },
      maxBudget: MAX_BUDGET_TOKENS,
      example: { id: "https://docs.python.org/3/library/asyncio-task.html" },
    });
    const session = connectionSession(call);
    const { page, text } = await replayOrRun(
      call,
      { tool: "read as json", input: { url }, session },
      (state) => readUrl(call.ctx, { url, session: session?.handle }, { ...state, isListOnly: true }),
    );
    const { title, source, fetchedAt, contentHash, tokens, isWhole } = page;
    const metadata = { source, fetchedAt, contentHash, tokens, isWhole };
    return {
      content: [{ type: "text", text: JSON.stringify({ id: url, title, text, url: page.url, metadata }) }],
    };
  },
};
