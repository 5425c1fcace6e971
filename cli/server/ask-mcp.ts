import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";
import type { Settings } from "../settings.ts";
import { askServer, VERSION } from "./ask-server.ts";
import { readMessages } from "./read-messages.ts";

const PROTOCOL = "2026-07-28";

type Answer = { result?: unknown; error?: { message?: string } };

/** Sends one request of MCP and gives its result. Throws CliError in the server's words when it refuses. */
export async function askMcp(
  settings: Settings,
  method: string,
  params: { name?: string; arguments?: object },
  { signal, isEvidenced = false }: { signal?: AbortSignal; isEvidenced?: boolean } = {},
): Promise<unknown> {
  const response = await askServer(settings, `/mcp?structured=1${isEvidenced ? "&evidence=1" : ""}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": PROTOCOL,
      "mcp-method": method,
      ...(params.name && { "mcp-name": params.name }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": PROTOCOL,
          "io.modelcontextprotocol/clientInfo": { name: "docenda-cli", version: VERSION },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
    signal,
  });
  for await (const message of readMessages(response)) {
    const { result, error } = message as Answer;
    if (result !== undefined) return result;
    if (error) throw refusal(settings, response.status, error.message);
  }
  throw refusal(settings, response.status, undefined);
}

function refusal({ origin }: Settings, status: number, words: string | undefined): CliError {
  if (status === 401 || status === 403)
    return new CliError(
      EXIT.credentials,
      status === 401 ? "unauthenticated" : "permission-denied",
      words ?? `${origin} refused the API key.`,
    );
  return new CliError(
    EXIT.server,
    "internal",
    words ??
      `${origin} answered ${status}, and not as a Docenda server does. Check DOCENDA_URL, or run \`docenda doctor\`.`,
  );
}
