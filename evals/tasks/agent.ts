import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as z from "zod";
import { ANSWER_META } from "#worker/mcp/tool-result.ts";
import { tokensOf } from "../ask.ts";
import type { Product } from "../product.ts";

/** One call and the part of its answer that the model reads. */
export type Exchange = {
  tool: string;
  arguments: Record<string, unknown>;
  text: string;
  /** o200k tokens of the text. */
  tokens: number;
  /** Passages in the answer, by the typed facts for programs; null where there are no such facts. */
  passages: number | null;
  creditsUsed: number | null;
};

export type Agent = {
  call(tool: string, args: Record<string, unknown>): Promise<Exchange>;
  close(): Promise<void>;
};

const facts = z.looseObject({
  passages: z.array(z.unknown()).optional(),
  receipt: z.looseObject({ creditsUsed: z.number() }),
});

/**
 * A coding agent's connection: the client of most agents today (v1 of the SDK), whose `Mcp-Session-Id` makes one session of its
 * calls. `path` is that of the tools' names, `/mcp/openai` for deep research.
 */
export async function connectAgent({ mcpUrl, apiKey }: Product, path = ""): Promise<Agent> {
  const client = new Client({ name: "docenda-tasks", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(mcpUrl + path), {
      requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
    }),
  );
  return {
    call: async (tool, args) => {
      const answer = await client.callTool({ name: tool, arguments: args });
      const items = z.array(z.looseObject({ text: z.string().optional() })).parse(answer.content);
      const text = items.map((item) => item.text ?? "").join("\n");
      const known = facts.safeParse(answer._meta?.[ANSWER_META]).data;
      return {
        tool,
        arguments: args,
        text,
        tokens: tokensOf(text),
        passages: known?.passages?.length ?? null,
        creditsUsed: known?.receipt.creditsUsed ?? null,
      };
    },
    close: () => client.close(),
  };
}
