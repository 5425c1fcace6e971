import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as z from "zod";
import type { BenchOptions } from "../bench/args.ts";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { fetchMissing, loadDataSet } from "../data.ts";
import { indexCorpora } from "../indexed-corpora.ts";
import type { Product } from "../product.ts";
import { STORIES } from "./stories.ts";
import type { StoryCall } from "./stories.ts";
import { ANSWER_META } from "#worker/mcp/tool-result.ts";

const reply = z.object({
  passages: z
    .array(
      z.object({ title: z.string(), url: z.string(), headingPath: z.array(z.string()), tokens: z.number() }),
    )
    .default([]),
  passagesAlreadySent: z.number().default(0),
  page: z.object({ title: z.string(), url: z.string(), tokens: z.number(), isWhole: z.boolean() }).optional(),
  session: z.string(),
  receipt: z.object({ tokensSent: z.number(), tokensWithheld: z.number(), tokensOfFullPages: z.number() }),
});
type Reply = z.infer<typeof reply>;

/** The facts about a call that the site tells; of the documents no more than titles. */
type ToldCall = {
  id: string;
  tool: string;
  query: string;
  found: string;
  passages: number;
  passagesAlreadySent: number;
  receipt: Reply["receipt"];
};

/** Makes the calls of the site's use cases on their documentation, and writes the calls' receipts down. */
export async function benchUseCases(options: BenchOptions): Promise<void> {
  const names = STORIES.flatMap(({ corpora }) => corpora);
  const data = loadDataSet(options.dataDir, options.cacheDir, names);
  fetchMissing(data, options.dataDir, options.cacheDir);
  const corpora = data.corpora.filter(({ name }) => names.includes(name));
  const indexed = await indexCorpora(corpora, { stateDir: options.stateDir, isReused: options.isReused });
  try {
    const client = await connect(indexed.product);
    const calls: ToldCall[] = [];
    for (const story of STORIES) {
      let before: Reply | null = null;
      for (const call of story.calls) {
        before = await makeCall(client, call, before);
        calls.push(told(call, before));
      }
    }
    await client.close();
    writeFigures({
      name: "use-cases",
      title: "The calls of the use cases",
      command: "npm run bench -- use-cases",
      body: bodyOf(calls),
      data: { calls },
    });
  } finally {
    await indexed.close();
  }
}

async function connect({ mcpUrl, apiKey }: Product): Promise<Client> {
  const client = new Client(
    { name: "docenda-bench", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const headers = { authorization: `Bearer ${apiKey}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } }));
  return client;
}

async function makeCall(client: Client, call: StoryCall, before: Reply | null): Promise<Reply> {
  const page = call.readsPage ? pageNamed(call.readsPage, before) : null;
  const args = {
    ...call.arguments,
    ...(page !== null && { url: page }),
    ...(call.isContinued && before && { session: before.session }),
  };
  const answer = await client.callTool({ name: call.tool, arguments: args });
  if (answer.isError) throw new Error(`${call.id}: ${JSON.stringify(answer.content)}`);
  return reply.parse(answer._meta?.[ANSWER_META]);
}

function pageNamed(part: string, before: Reply | null): string {
  const url = before?.passages.find((passage) => passage.url.includes(part))?.url;
  if (url === undefined) throw new Error(`the answer before names no page ${part}`);
  return url.replace(/#.*$/u, "");
}

function told(call: StoryCall, { passages, passagesAlreadySent, page, receipt }: Reply): ToldCall {
  const best = passages[0];
  return {
    id: call.id,
    tool: call.tool,
    query: String(call.arguments.query ?? call.arguments.section),
    found: best ? [best.title, ...best.headingPath.slice(-1)].join(", ") : (page?.title ?? "nothing"),
    passages: passages.length,
    passagesAlreadySent,
    receipt,
  };
}

function bodyOf(calls: ToldCall[]): string {
  return markdownTable([
    ["call", "tokens sent", "of full pages", "withheld", "passages", "already sent", "best"],
    ...calls.map(({ id, receipt, passages, passagesAlreadySent, found }) => [
      id,
      receipt.tokensSent,
      receipt.tokensOfFullPages,
      receipt.tokensWithheld,
      passages,
      passagesAlreadySent,
      found,
    ]),
  ]);
}
