import { callTool } from "#worker/calls/call-tool.ts";
import { readDocumentation, runRead } from "#worker/calls/read-documentation.ts";
import type { ReadAnswer } from "#worker/calls/read-documentation.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import type { McpTool } from "./offer-tool.ts";

/**
 * Search under the name and with the JSON answer that OpenAI's deep-research client wants: one text item with
 * `{"results": [{"id", "title", "url"}]}`. No passage is shown, so the session of the connection learns the question alone: a
 * `fetch` that follows sends the parts of a long page that are closest to it.
 */
export const deepResearchSearch: McpTool = {
  name: "search",
  title: searchDocumentation.title,
  description: () => "Pages of documentation that answer a question. Read one with `fetch`.",
  inputSchema: {
    type: "object",
    properties: { query: { type: "string", description: "The question, with the name of the library" } },
    required: ["query"],
  },
  async run(call, args) {
    const { passages, leftOut } = await callTool(call, searchDocumentation, args, "list");
    // Each result is a page, since `fetch` is asked for the text of a whole document.
    const pages = [...passages, ...leftOut].map(({ title, url }) => ({ title, url: pageOf(url) }));
    const results = [...new Map(pages.map(({ title, url }) => [url, { id: url, title, url }])).values()];
    return { content: [{ type: "text", text: JSON.stringify({ results }) }] };
  },
};

/**
 * Reading under the name and with the JSON answer that OpenAI's deep-research client wants: one text item with
 * `{"id", "title", "text", "url", "metadata"}`.
 */
export const deepResearchFetch: McpTool = {
  name: "fetch",
  title: readDocumentation.title,
  description: () => "The text of a page that `search` found.",
  inputSchema: {
    type: "object",
    properties: { id: { type: "string", description: "`id` of a search result" } },
    required: ["id"],
  },
  async run(call, args) {
    return { content: [{ type: "text", text: asJson(await callTool(call, readAsJson, args, "list")) }] };
  },
};

/** A read whose budget counts its JSON, escapes and all. */
const readAsJson: typeof readDocumentation = {
  ...readDocumentation,
  example: { id: "https://docs.python.org/3/library/asyncio-task.html" },
  run: (ctx, wanted, session) => runRead(ctx, wanted, { ...session, wireForm: asJson }),
};

function asJson({ text, page }: Pick<ReadAnswer, "text" | "page">): string {
  const { url, title, source, fetchedAt, contentHash, tokens, isWhole } = page;
  const metadata = { source, fetchedAt, contentHash, tokens, isWhole };
  return JSON.stringify({ id: url, title, text, url, metadata });
}

/** The page of a URL, without its anchor, except for a page of a PDF file, which is named by one. */
function pageOf(url: string): string {
  return url.startsWith("pdf:") ? url : url.replace(/#.*$/su, "");
}
