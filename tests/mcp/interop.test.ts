import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { crawlSite, startProduct } from "#evals/product.ts";
import type { Product } from "#evals/product.ts";
import { serveTree } from "#local/docs-server.ts";
import type { DocsServer } from "#local/docs-server.ts";
import { ROOT } from "#local/root.ts";
import { ANSWER_META } from "#worker/mcp/tool-result.ts";

const require = createRequire(import.meta.url);
const TOOLS = ["docenda_search_documentation", "docenda_read_url"];
const PROMPTS = ["search_docs", "my_docs"];
const QUESTION = "agents: create an MCP server with createMcpHandler";

const stateDir = mkdtempSync(join(tmpdir(), "docenda-interop-"));
let docs: DocsServer | undefined;
let product: Product;

/** Documentation that nobody here wrote: what the agents package says about MCP. */
beforeAll(async () => {
  docs = await serveTree({
    root: join(ROOT, "node_modules/agents/docs"),
    include: (path) => /^(index|mcp-|securing-mcp|callable-methods|email|queue)[\w-]*\.md$/.test(path),
    asMarkdownSite: true,
  });
  product = await startProduct(stateDir);
  const run = await crawlSite(product, { url: `${docs.url}/`, name: "agents", exclude: [] });
  if (run.status !== "COMPLETE") throw new Error(`The documentation was not indexed: ${run.error}`);
}, 180_000);

afterAll(async () => {
  await product?.server.close();
  await docs?.close();
  rmSync(stateDir, { recursive: true, force: true });
});

const searchResult = z.looseObject({
  content: z.tuple([z.looseObject({ type: z.literal("text"), text: z.string() })]),
  structuredContent: z.never().optional(),
  _meta: z.looseObject({
    [ANSWER_META]: z.looseObject({
      passages: z.array(z.looseObject({ url: z.string(), tokens: z.number() })).min(1),
      session: z.string(),
    }),
  }),
});
const readResult = z.looseObject({
  content: z.tuple([z.looseObject({ type: z.literal("text"), text: z.string() })]),
  structuredContent: z.never().optional(),
  _meta: z.looseObject({
    [ANSWER_META]: z.looseObject({ page: z.looseObject({ url: z.string(), tokens: z.number() }) }),
  }),
});

it("loses no connection when it refuses a request before its body is read", async () => {
  const message = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/list",
    params: { filler: "x".repeat(5000) },
  });
  const statuses = new Set<number>();
  for (let i = 0; i < 400; i++) {
    const response = await fetch(product.mcpUrl, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: message,
    });
    await response.arrayBuffer();
    statuses.add(response.status);
  }
  expect([...statuses]).toEqual([401]);
});

describe("a browser", () => {
  it("gets the setup page where a client gets the endpoint, and its key goes no further", async () => {
    const page = await fetch(`${product.mcpUrl}?apiKey=${product.apiKey}`, {
      headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
    });
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toContain("text/html");
    const text = await page.text();
    expect(text).toContain("<title>");
    expect(text).not.toContain(product.apiKey);
    const stream = await fetch(product.mcpUrl, { headers: { accept: "text/event-stream" } });
    expect(stream.status).toBe(405);
    await stream.text();
  });
});

describe("the v1 SDK's client", () => {
  it("lists, searches and reads over Streamable HTTP", async () => {
    const client = new Client({ name: "interop", version: "1.0.0" });
    const transport = new StreamableHTTPClientTransport(new URL(product.mcpUrl), {
      requestInit: { headers: { authorization: `Bearer ${product.apiKey}` } },
    });
    await client.connect(transport);
    expect(transport.sessionId).toMatch(/^s_/);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(PROMPTS);
    expect((await client.listResources()).resources).toMatchObject([{ uri: "docenda://sources/agents" }]);
    // The client holds structured content against the output schema of the list.
    await searchAndRead((name, args) => client.callTool({ name, arguments: args }));
    await client.close();
  });
});

describe("the v2 client on 2026-07-28", () => {
  it("lists, searches and reads", async () => {
    const client = new CurrentClient(
      { name: "interop", version: "1.0.0" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } } },
    );
    await client.connect(
      new CurrentTransport(new URL(product.mcpUrl), {
        requestInit: { headers: { "x-api-key": product.apiKey } },
      }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(PROMPTS);
    await searchAndRead((name, args) => client.callTool({ name, arguments: args }));
    await client.close();
  });
});

describe("the MCP inspector's CLI", () => {
  it(
    "lists, finds nothing to complain about in the schemas, searches and reads",
    { timeout: 60_000 },
    async () => {
      const tools = z.object({ tools: z.array(z.looseObject({ name: z.string() })) });
      const prompts = z.object({ prompts: z.array(z.looseObject({ name: z.string() })) });
      const listed = tools.parse(await inspect("tools/list", "--strict"));
      expect(listed.tools.map(({ name }) => name)).toEqual(TOOLS);
      expect(prompts.parse(await inspect("prompts/list")).prompts.map(({ name }) => name)).toEqual(PROMPTS);
      await searchAndRead((name, args) =>
        inspect(
          "tools/call",
          "--tool-name",
          name,
          ...Object.entries(args).flatMap(([key, value]) => ["--tool-arg", `${key}=${String(value)}`]),
        ),
      );
    },
  );
});

describe("the deep-research client", () => {
  it("searches and fetches by its own names and contract", async () => {
    const client = new Client({ name: "openai-mcp", version: "1.0.0" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${product.mcpUrl}?apiKey=${product.apiKey}`)),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["search", "fetch"]);
    const found = z
      .object({ results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })).min(1) })
      .parse(await jsonOf(client.callTool({ name: "search", arguments: { query: QUESTION } })));
    const [first] = found.results;
    const page = z
      .object({
        id: z.string(),
        title: z.string(),
        text: z.string(),
        url: z.string(),
        metadata: z.object({}),
      })
      .parse(await jsonOf(client.callTool({ name: "fetch", arguments: { id: first?.id } })));
    expect(page.id).toBe(first?.id);
    expect(page.text).toContain("createMcpHandler");
    await client.close();
  });
});

/** Two different questions in one session bring no passage twice, and the first page found can be read. */
async function searchAndRead(call: (name: string, args: Record<string, unknown>) => Promise<unknown>) {
  const first = searchResult.parse(await call(TOOLS[0]!, { query: QUESTION, budget: 1000 }));
  expect(first.content[0].text).toContain("createMcpHandler");
  const { session, passages } = first._meta[ANSWER_META];
  const second = searchResult.parse(
    await call(TOOLS[0]!, {
      query: "agents: McpServer with createMcpHandler and OAuth",
      budget: 1000,
      session,
    }),
  );
  // A passage that was cut for want of room counts as not sent: it may come again, whole.
  const sent = new Set(passages.map(({ url, tokens }) => `${url} ${tokens}`));
  const repeated = second._meta[ANSWER_META].passages.filter(({ url, tokens }) =>
    sent.has(`${url} ${tokens}`),
  );
  expect(repeated).toEqual([]);
  expect(second._meta[ANSWER_META].session).toBe(session);
  const { url } = passages[0]!;
  const read = readResult.parse(await call(TOOLS[1]!, { url: url.split("#")[0], session }));
  expect(read.content[0].text).toContain("createMcpHandler");
}

async function jsonOf(result: ReturnType<Client["callTool"]>): Promise<unknown> {
  const { content } = searchResult.pick({ content: true }).parse(await result);
  return JSON.parse(content[0].text);
}

async function inspect(method: string, ...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      require.resolve("@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
      "--cli",
      product.mcpUrl,
      "--transport",
      "http",
      "--header",
      `Authorization: Bearer ${product.apiKey}`,
      "--method",
      method,
      ...args,
    ],
    // It keeps a catalog of servers in the home directory.
    { env: { ...process.env, HOME: stateDir }, maxBuffer: 1 << 24 },
  );
  return JSON.parse(stdout);
}
