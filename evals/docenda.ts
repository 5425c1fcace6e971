import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as z from "zod";
import { ANSWER_META } from "#worker/mcp/tool-result.ts";
import type { ToolResult } from "./clients/client-rule.ts";
import { clientsWithFile, worstSeen } from "./clients/worst-seen.ts";
import { onceMore } from "./once-more.ts";
import type { ReadReply, SearchReply, SearchSystem } from "./system.ts";

const listing = z.object({
  confidence: z.enum(["sure", "nearest", "absent"]),
  passages: z.array(z.object({ url: z.string() })),
  leftOut: z.array(z.object({ url: z.string() })),
  session: z.string().nullable(),
  receipt: z.record(z.string(), z.number()),
});

/**
 * The product as an agent sees it: its two tools over MCP, through the official client on the 2026-07-28 protocol. That
 * protocol has no session of a connection, so no search knows of earlier ones.
 */
export async function connectDocenda(mcpUrl: string, apiKey: string): Promise<SearchSystem> {
  const client = new Client(
    { name: "docenda-evals", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const headers = { authorization: `Bearer ${apiKey}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } }));
  const call = async (name: string, args: Record<string, unknown>) =>
    toReply(await onceMore(() => client.callTool({ name, arguments: args })));
  return {
    name: "Docenda",
    search: async ({ query, keywords, budget, corpus }) => {
      const { facts, ...reply } = await call("docenda_search_documentation", {
        query,
        ...(keywords && { keywords }),
        budget,
        ...(corpus !== null && { sources: [corpus].flat() }),
      });
      return { ...reply, ...readListing(facts, reply.text) };
    },
    read: async ({ url, session, budget }) => {
      const { facts: _facts, ...reply } = await call("docenda_read_url", {
        url,
        budget,
        ...(session !== null && { session }),
      });
      return reply;
    },
    close: () => client.close(),
  };
}

const toolResult = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  _meta: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
});

/** The reply with the text that the worst of the known clients passes on: an answer counts only as far as every agent gets it. */
function toReply(answer: unknown): ReadReply & { facts: unknown } {
  const result: ToolResult = toolResult.parse(answer);
  return {
    text: worstSeen(result).seen.passedOn,
    isError: result.isError === true,
    inFileOf: clientsWithFile(result),
    facts: result._meta?.[ANSWER_META],
  };
}

/** The pages of the answer in the order of their best passage, then the pages that it names as left out. */
function readListing(
  facts: unknown,
  text: string,
): Pick<SearchReply, "pages" | "pagesWithText" | "session" | "confidence" | "receipt"> {
  const parsed = listing.safeParse(facts);
  if (!parsed.success) return { pages: [], pagesWithText: 0, session: null };
  const { passages, leftOut, session, confidence, receipt } = parsed.data;
  const sent = pagesOf(passages);
  // A page that the model does not see in the text was not listed.
  const named = pagesOf([...passages, ...leftOut]).filter((url) => text.includes(url));
  return { pages: named, pagesWithText: sent.length, session, confidence, receipt };
}

function pagesOf(entries: { url: string }[]): string[] {
  return [...new Set(entries.map(({ url }) => url.replace(/#.*$/u, "")))];
}
