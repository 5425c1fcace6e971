import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { ToolResult } from "#evals/clients/client-rule.ts";
import { CLIENTS } from "#evals/clients/clients.ts";
import { listingProblems } from "#evals/clients/listing-problems.ts";
import { heldOf } from "#evals/clients/same-passages.ts";
import { connectPair } from "#evals/clients/typed-answer.ts";
import type { AnswerPair, PairAsker } from "#evals/clients/typed-answer.ts";
import { worstSeen } from "#evals/clients/worst-seen.ts";
import { loadDataSet } from "#evals/data.ts";
import { indexCorpora } from "#evals/indexed-corpora.ts";
import type { IndexedCorpora } from "#evals/indexed-corpora.ts";
import { ROOT } from "#local/root.ts";

/** As the site's install pages call the server in the configuration of a client. */
const SERVER = "docenda";
const CORPORA = ["agents", "htmlparser2"];
const QUESTIONS = 14;

const stateDir = mkdtempSync(join(tmpdir(), "docenda-clients-"));
const data = loadDataSet(join(ROOT, "evals/own"), stateDir, CORPORA);
let indexed: IndexedCorpora | null = null;
let asker: PairAsker;
const pairs: AnswerPair[] = [];

beforeAll(async () => {
  indexed = await indexCorpora(data.corpora, { stateDir, isReused: false });
  asker = await connectPair(indexed.product.mcpUrl, indexed.product.apiKey);
  for (const { query, corpus } of data.questions.slice(0, QUESTIONS))
    pairs.push(await asker.ask({ query, sources: [corpus] }));
}, 180_000);

afterAll(async () => {
  await asker?.close();
  await indexed?.close();
  rmSync(stateDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

it("asks a dozen questions that have an answer", () => {
  expect(pairs.filter(({ passages }) => passages.length > 0).length).toBeGreaterThanOrEqual(12);
});

describe.each(CLIENTS)("in $name", (client) => {
  it("the model gets every passage of every answer", () => {
    expect(lostIn(client.id, ({ result }) => result)).toEqual([]);
  });

  it("the model gets every passage of every answer of typed results", () => {
    expect(lostIn(client.id, ({ typedResult }) => typedResult)).toEqual([]);
  });

  it("names, descriptions and instructions are not cut", async () => {
    const { tools } = await asker.client.listTools();
    expect(tools.length).toBeGreaterThan(0);
    const instructions = asker.client.getInstructions() ?? "";
    expect(instructions).not.toBe("");
    expect(listingProblems(client, { server: SERVER, instructions, tools })).toEqual([]);
  });
});

it("the tools of the deep-research clients are not cut in ChatGPT", async () => {
  const { mcpUrl, apiKey } = indexed!.product;
  const client = new Client({ name: "openai-mcp", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${mcpUrl}?apiKey=${apiKey}`)));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["search", "fetch"]);
  const instructions = client.getInstructions() ?? "";
  const chatgpt = CLIENTS.find(({ id }) => id === "chatgpt")!;
  expect(listingProblems(chatgpt, { server: SERVER, instructions, tools })).toEqual([]);
  await client.close();
});

describe("a result with structuredContent that lacks the words of the passages", () => {
  it("fails the same check in the clients that pass on the JSON alone", () => {
    const losers = CLIENTS.filter(({ id }) => lostIn(id, withoutWords).length > 0).map(({ id }) => id);
    expect(losers).toEqual(["claude-code", "codex", "vs-code", "chatgpt"]);
  });

  it("has no passage in what the evaluation reads", () => {
    const answered = pairs.filter(({ passages }) => passages.length > 0);
    expect(
      answered.map((pair) => heldOf(worstSeen(withoutWords(pair)).seen.passedOn, pair.passages)),
    ).toEqual(answered.map(() => "none"));
  });
});

it("an error is told by its text in every client", async () => {
  const result = (await asker.client.callTool({
    name: "docenda_read_url",
    arguments: { url: "nothing that could be a URL" },
  })) as ToolResult;
  expect(result.isError).toBe(true);
  const [said] = result.content;
  expect(said?.text).toMatch(/^Error \(/);
  for (const { seenByModel } of CLIENTS) expect(seenByModel(result).passedOn).toBe(said?.text);
});

/** The questions of which a client's model gets less than every passage. */
function lostIn(clientId: string, resultOf: (pair: AnswerPair) => ToolResult): string[] {
  const client = CLIENTS.find(({ id }) => id === clientId)!;
  return pairs.flatMap((pair, i) => {
    const { passedOn } = client.seenByModel(resultOf(pair));
    return heldOf(passedOn, pair.passages) === "all" ? [] : [data.questions[i]!.id];
  });
}

/** A result as the product's were once: text and JSON, and in the JSON titles, URLs and the receipt alone. */
function withoutWords({ typedResult }: AnswerPair): ToolResult {
  const typed = z
    .looseObject({ passages: z.array(z.looseObject({ text: z.string() })) })
    .parse(typedResult.structuredContent);
  const passages = typed.passages.map(({ text: _text, ...facts }) => facts);
  return { ...typedResult, structuredContent: { ...typed, passages } };
}
