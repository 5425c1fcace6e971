import { CliError } from "../cli-error.ts";
import { EXIT, exitOf } from "../exit-codes.ts";
import type { Settings } from "../settings.ts";
import { askServer, VERSION } from "./ask-server.ts";

const PROTOCOL = "2026-07-28";

export type ToolAnswer = {
  /** What an agent reads. */
  text: string;
  /** The same as data, with the receipt. */
  typed: Record<string, unknown>;
};

/** Calls a tool of the MCP server. Throws CliError in the server's words when it fails or refuses. */
export async function callTool(
  settings: Settings,
  name: string,
  args: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<ToolAnswer> {
  const response = await askServer(settings, "/mcp?structured=1", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": PROTOCOL,
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name,
        arguments: args,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": PROTOCOL,
          "io.modelcontextprotocol/clientInfo": { name: "docenda-cli", version: VERSION },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
    signal,
  });
  const message = readMessage(await response.text());
  const text = message?.result?.content?.[0]?.text;
  if (typeof text === "string" && !message?.result?.isError)
    return { text, typed: message?.result?.structuredContent ?? {} };
  throw failure(settings, response.status, text ?? message?.error?.message);
}

type Message = {
  result?: {
    content?: { text?: string }[];
    isError?: boolean;
    structuredContent?: Record<string, unknown>;
  };
  error?: { message?: string };
};

/** The one message of an answer, which comes as JSON or as an event stream. */
function readMessage(body: string): Message | null {
  const data = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  try {
    return JSON.parse(data) as Message;
  } catch {
    return null;
  }
}

function failure(settings: Settings, status: number, words: string | undefined): CliError {
  const [, code, said] = /^Error \(([a-z-]+)\): ([^]*)$/.exec(words ?? "") ?? [];
  if (code && said) return new CliError(exitOf(code), code, said);
  if (status === 401 || status === 403)
    return new CliError(
      EXIT.credentials,
      status === 401 ? "unauthenticated" : "permission-denied",
      words ?? `${settings.origin} refused the API key.`,
    );
  return new CliError(
    EXIT.server,
    "internal",
    words ??
      `${settings.origin} answered ${status}, and not as a Docenda server does. Check DOCENDA_URL, or run \`docenda doctor\`.`,
  );
}
