import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";
import type { Settings } from "../settings.ts";
import { askServer, TIMEOUT_MS } from "./ask-server.ts";
import { readMessages } from "./read-messages.ts";
import { SUBSCRIPTION, VERSION_FIELD } from "./serve-stdio.ts";
import type { AnswerMessage, Message } from "./serve-stdio.ts";

/** Time that a stream may be silent before its connection counts as dead: proxies cut long before. */
const SUBSCRIPTION_TIMEOUT_MS = 3_600_000;

/** Facts about a client that a 2025 client says once and the server wants with every request. */
type Client = { sessionId: string | null; version: string | null };

/** Answers by asking the hosted server, in whichever era of the protocol the client speaks: no part of an answer is made here. */
export function forwardTo(settings: Settings): AnswerMessage {
  const client: Client = { sessionId: null, version: null };
  return (asked, signal, write) => forward(settings, client, asked, signal, write);
}

async function forward(
  settings: Settings,
  client: Client,
  { line, message }: { line: string; message: Message },
  signal: AbortSignal,
  write: (message: unknown) => void,
): Promise<void> {
  const response = await askServer(settings, "/mcp", {
    method: "POST",
    headers: headersOf(client, message),
    body: line,
    signal,
    timeoutMs: message.method === SUBSCRIPTION ? SUBSCRIPTION_TIMEOUT_MS : TIMEOUT_MS,
  });
  const isStart = message.method === "initialize";
  if (isStart) client.sessionId = response.headers.get("mcp-session-id");
  let answered = false;
  for await (const answer of readMessages(response)) {
    answered = true;
    if (isStart) client.version = text((answer as Message).result?.protocolVersion);
    // A request that is refused before it is read has no id in its answer.
    write(isRefusal(answer) ? { ...answer, id: message.id } : answer);
  }
  if (!answered && message.id !== undefined)
    throw new CliError(
      EXIT.server,
      "internal",
      `${settings.origin} answered ${response.status}, and not as a Docenda server does. Check DOCENDA_URL, or run \`docenda doctor\`.`,
    );
}

/** The HTTP headers that the protocol wants: since 2026-07-28 the method and the name too. */
function headersOf(client: Client, { method, params }: Message): Record<string, string> {
  const own = text(params?._meta?.[VERSION_FIELD]);
  const version = own ?? client.version;
  const name = text(params?.name) ?? text(params?.uri);
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(version !== null && { "mcp-protocol-version": version }),
    ...(client.sessionId !== null && { "mcp-session-id": client.sessionId }),
    ...(own !== null && method !== undefined && { "mcp-method": headerValue(method) }),
    ...(own !== null && name !== null && { "mcp-name": headerValue(name) }),
  };
}

/** A value in the protocol's form for values that a header cannot hold (2026-07-28, transports, "Value encoding"). */
function headerValue(value: string): string {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)
    ? value
    : `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;
}

function isRefusal(answer: unknown): answer is { error: unknown; id: null } {
  return (
    typeof answer === "object" && answer !== null && "error" in answer && (answer as Message).id === null
  );
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
