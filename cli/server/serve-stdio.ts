import { createInterface } from "node:readline";
import { CliError } from "../cli-error.ts";
import type { Outside } from "../command.ts";

/** Error code for a server that was not reached: JSON-RPC leaves -32000 to -32099 to servers. */
const NOT_REACHED = -32000;
const PARSE_ERROR = -32700;
/** The field in which a message of 2026-07-28 names its protocol version. */
export const VERSION_FIELD = "io.modelcontextprotocol/protocolVersion";
/** Method of the stream that lasts as long as the client listens. */
export const SUBSCRIPTION = "subscriptions/listen";

export type Message = {
  id?: string | number | null;
  method?: string;
  params?: {
    name?: unknown;
    arguments?: unknown;
    uri?: unknown;
    requestId?: unknown;
    protocolVersion?: unknown;
    _meta?: Record<string, unknown>;
  };
  result?: { protocolVersion?: unknown };
};

/** Writes the answers to one message. A thrown error is answered as an error in its words. */
export type AnswerMessage = (
  asked: { line: string; message: Message },
  signal: AbortSignal,
  write: (answer: unknown) => void,
) => Promise<void>;

/**
 * Serves MCP on stdin and stdout, message by message. A failure to answer is an error of JSON-RPC in our words. Ends when the client
 * closes stdin and everything asked is answered, when it stops reading, or on the signal.
 */
export async function serveStdio(answer: AnswerMessage, outside: Outside): Promise<void> {
  const running = new Map<unknown, { method: string | undefined; controller: AbortController }>();
  const work = new Set<Promise<void>>();
  const gone = new AbortController();
  const stop = AbortSignal.any([outside.signal, gone.signal]);
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
    const done = answer({ line, message }, AbortSignal.any([stop, controller.signal]), write)
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

function parse(line: string): Message | null {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === "object" && message !== null ? (message as Message) : null;
  } catch {
    return null;
  }
}
