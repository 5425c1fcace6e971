import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as z from "zod";
import { ANSWER_META } from "#worker/mcp/tool-result.ts";
import { onceMore } from "../once-more.ts";
import type { ToolResult } from "./client-rule.ts";

const SEARCH = "docenda_search_documentation";
const TRIES = 5;
const WAIT_MS = 200;

const passage = z.object({ url: z.string(), tokens: z.number() });
const facts = z.object({ passages: z.array(passage) });
const typed = z.object({ passages: z.array(passage.extend({ text: z.string() })) });

/** One answer as every client gets it, and the same answer for a program that asked for typed results. */
export type AnswerPair = {
  result: ToolResult;
  typedResult: ToolResult;
  /** The words of the answer's passages, by the typed result. */
  passages: string[];
};

export type PairAsker = {
  client: Client;
  ask(args: Record<string, unknown>): Promise<AnswerPair>;
  /** One answer, as clients get it. */
  search(args: Record<string, unknown>): Promise<ToolResult>;
  close(): Promise<void>;
};

/** Two connections of the official client to one server: as clients connect, and with `?structured=1`. */
export async function connectPair(mcpUrl: string, apiKey: string): Promise<PairAsker> {
  const client = await connect(mcpUrl, apiKey);
  const program = await connect(`${mcpUrl}?structured=1`, apiKey);
  return {
    client,
    ask: (args) => askPair(client, program, args),
    search: (args) => search(client, args),
    close: async () => {
      await client.close();
      await program.close();
    },
  };
}

/**
 * Asks both connections. The product repeats an answer to the same call of the same key for a minute, so the second connection
 * gets the answer of the first. The product stores an answer while sending it, so the second call may come too early and is
 * repeated.
 */
async function askPair(client: Client, program: Client, args: Record<string, unknown>): Promise<AnswerPair> {
  const result = await search(client, args);
  const sent = facts.parse(result._meta?.[ANSWER_META]).passages;
  for (let tries = 0; tries < TRIES; tries++) {
    const typedResult = await search(program, args);
    const { passages } = typed.parse(typedResult.structuredContent);
    if (isSame(sent, passages)) return { result, typedResult, passages: passages.map(({ text }) => text) };
    await sleep(WAIT_MS);
  }
  throw new Error(`the typed answer has other passages: ${JSON.stringify(args)}`);
}

async function search(client: Client, args: Record<string, unknown>): Promise<ToolResult> {
  const result = (await onceMore(() => client.callTool({ name: SEARCH, arguments: args }))) as ToolResult;
  if (result.isError) throw new Error(`an answer is an error: ${JSON.stringify(result.content)}`);
  return result;
}

function isSame(sent: z.infer<typeof passage>[], others: z.infer<typeof passage>[]): boolean {
  return (
    sent.length === others.length &&
    sent.every(({ url, tokens }, i) => url === others[i]?.url && tokens === others[i].tokens)
  );
}

async function connect(url: string, apiKey: string): Promise<Client> {
  const client = new Client(
    { name: "docenda-evals", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const headers = { authorization: `Bearer ${apiKey}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}
