import { Agent, request } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export type RawMcp = {
  /** Calls a tool by one POST and answers whether it gave a result that is no error. */
  callTool(name: string, args: Record<string, unknown>): Promise<boolean>;
  /** GETs a path of the same server; true for a 200. */
  get(path: string): Promise<boolean>;
  close(): void;
};

const TEMPLATE_TOOL = "docenda_search_documentation";

/**
 * MCP with as little client as there can be, so that times are the server's: plain HTTP over kept connections, each call one
 * POST with the headers and envelope of the official client (copied from one of its calls).
 */
export async function connectRaw(mcpUrl: string, apiKey: string, connections: number): Promise<RawMcp> {
  const template = await recordToolCall(mcpUrl, apiKey);
  const url = new URL(mcpUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let nextId = 1;
  return {
    callTool: async (name, args) => {
      const { method, params } = template.body;
      const message = { jsonrpc: "2.0", id: nextId++, method, params: { ...params, name, arguments: args } };
      const headers = { ...template.headers, ...("mcp-name" in template.headers && { "mcp-name": name }) };
      const { status, text } = await send(agent, url, "POST", headers, JSON.stringify(message));
      return status === 200 && text.includes('"result"') && !text.includes('"isError":true');
    },
    get: async (path) => {
      const { status } = await send(agent, new URL(path, url), "GET", {});
      return status === 200;
    },
    close: () => agent.destroy(),
  };
}

type RecordedCall = {
  headers: Record<string, string>;
  body: { method: string; params: Record<string, unknown> };
};

async function recordToolCall(mcpUrl: string, apiKey: string): Promise<RecordedCall> {
  let recorded: RecordedCall | null = null;
  const client = new Client(
    { name: "docenda-bench", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), {
    requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
    fetch: (input, init) => {
      const body = typeof init?.body === "string" ? JSON.parse(init.body) : null;
      if (body?.method === "tools/call") {
        recorded = { headers: Object.fromEntries(new Headers(init?.headers)), body };
      }
      return fetch(input, init);
    },
  });
  await client.connect(transport);
  await client.callTool({ name: TEMPLATE_TOOL, arguments: { query: "getting started" } });
  await client.close();
  if (recorded === null) throw new Error("the client sent no tools/call");
  return recorded;
}

function send(
  agent: Agent,
  url: URL,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; text: string }> {
  return new Promise((settle, fail) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const outgoing = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", fail);
      response.on("end", () =>
        settle({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8") }),
      );
    });
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}
