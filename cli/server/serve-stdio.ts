import { createInterface } from "node:readline";
import { CliError } from "../cli-error.ts";
import type { Outside } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { Settings } from "../settings.ts";
import { askServer, TIMEOUT_MS } from "./ask-server.ts";
import { readMessages } from "./read-messages.ts";

/** JSON-RPC leaves -32000 to -32099 to servers. */
const NOT_REACHED = -32000;
const PARSE_ERROR = -32700;
const VERSION_FIELD = "io.modelcontextprotocol/protocolVersion";
/** A stream that lasts as long as the client listens. */
const SUBSCRIPTION = "subscriptions/listen";
/** How long a stream may be silent before its connection counts as dead: proxies cut long before. */
const SUBSCRIPTION_TIMEOUT_MS = 3_600_000;

type Message = {
  id?: string | number | null;
  method?: string;
  params?: { name?: unknown; uri?: unknown; requestId?: unknown; _meta?: Record<string, unknown> };
  result?: { protocolVersion?: unknown };
};

/**
 * Serves MCP on stdin and stdout by asking the hosted server, message by message, in whichever era of the protocol the client speaks:
 * nothing of an answer is made here. What cannot be answered is an error of JSON-RPC in our words. Ends when the client closes stdin
 * and everything asked is answered, when it stops reading, or on the signal.
 */
export async function serveStdio(settings: Settings, outside: Outside): Promise<void> {
  const running = new Map<unknown, { method: string | undefined; controller: AbortController }>();
  const work = new Set<Promise<void>>();
  const gone = new AbortController();
  const stop = AbortSignal.any([outside.signal, gone.signal]);
  const client: Client = { sessionId: null, version: null };
  const write = (message: unknown) => void outside.output.write(`${JSON.stringify(message)}\n`);
  outside.output.on("error", () => gone.abort());

  const lines = createInterface({ input: outside.input, crlfDelay: Infinity });
  stop.addEventListener("abort", () => lines.close());
  lines.on("line", (line) => {
    if (line.trim() === "") return;
    const message = parse(line);
    if (message === null)
      return write({
        jsonrpc: "2.0",
        id: null,
        error: { code: PARSE_ERROR, message: "The line is not JSON." },
      });
    // Over HTTP a request is cancelled by hanging up.
    if (message.method === "notifications/cancelled")
      return running.get(message.params?.requestId)?.controller.abort();
    const controller = new AbortController();
    if (message.id !== undefined) running.set(message.id, { method: message.method, controller });
    const done = forward(
      settings,
      client,
      { line, message },
      AbortSignal.any([stop, controller.signal]),
      write,
    )
      .catch((error: unknown) => {
        // A request that was cancelled is not answered.
        if (controller.signal.aborted || stop.aborted) return;
        const words = error instanceof CliError ? error.message : "The command line failed. Start it again.";
        outside.errors.write(`docenda: ${words}\n`);
        if (message.id !== undefined)
          write({ jsonrpc: "2.0", id: message.id, error: { code: NOT_REACHED, message: words } });
      })
      .finally(() => {
        running.delete(message.id);
        work.delete(done);
      });
    work.add(done);
  });
  await new Promise<void>((settle) => lines.once("close", settle));
  for (const { method, controller } of running.values()) if (method === SUBSCRIPTION) controller.abort();
  await Promise.all(work);
}

/** What a client of 2025 says once and the server wants to hear with every request. */
type Client = { sessionId: string | null; version: string | null };

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
    // What is refused before it is read has no id.
    write(isRefusal(answer) ? { ...answer, id: message.id } : answer);
  }
  if (!answered && message.id !== undefined)
    throw new CliError(
      EXIT.server,
      "internal",
      `${settings.origin} answered ${response.status}, and not as a Docenda server does. Check DOCENDA_URL, or run \`docenda doctor\`.`,
    );
}

/** What the protocol wants in headers of HTTP: since 2026-07-28 the method and the name too. */
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

/** As the protocol writes in a header what a header cannot hold (2026-07-28, transports, "Value encoding"). */
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

function parse(line: string): Message | null {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === "object" && message !== null ? (message as Message) : null;
  } catch {
    return null;
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
