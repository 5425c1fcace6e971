import { SELF } from "cloudflare:test";

export type McpReply = {
  status: number;
  headers: Headers;
  id: unknown;
  // Tests look into answers of many shapes; a wrong look fails the test.
  result: any;
  error: { code: number; message: string } | undefined;
};

export type McpClientOptions = {
  apiKey?: string;
  /** `/mcp` unless given. */
  path?: string;
  headers?: Record<string, string>;
  clientName?: string;
};

const MODERN = "2026-07-28";

/** Sends one request as a client of 2025 does after its handshake. */
export function askLegacy(method: string, params: object, options: McpClientOptions = {}, id: unknown = 1) {
  return post({ jsonrpc: "2.0", id, method, params }, { "mcp-protocol-version": "2025-11-25" }, options);
}

/** Sends one request with the envelope of 2026-07-28. */
export function askModern(method: string, params: object, options: McpClientOptions = {}, id: unknown = 1) {
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": { name: options.clientName ?? "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const name = (params as { name?: string }).name;
  return post(
    { jsonrpc: "2.0", id, method, params: { ...params, _meta: envelope } },
    { "mcp-protocol-version": MODERN, "mcp-method": method, ...(name && { "mcp-name": name }) },
    options,
  );
}

async function post(message: object, headers: Record<string, string>, options: McpClientOptions) {
  const response = await SELF.fetch(`https://docenda.test${options.path ?? "/mcp"}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }),
      ...headers,
      ...options.headers,
    },
    body: JSON.stringify(message),
  });
  return readReply(response);
}

/** The one message of an answer, sent as JSON or as an event stream. */
export async function readReply(response: Response): Promise<McpReply> {
  const text = await response.text();
  const data = response.headers.get("content-type")?.includes("text/event-stream")
    ? /^data: (.*)$/m.exec(text)?.[1]
    : text;
  const { id, result, error } = JSON.parse(data || "{}");
  return { status: response.status, headers: response.headers, id, result, error };
}
