import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";

export type StdioBridge = { url: string; close(): Promise<void> };
type Program = { command: string; args: string[]; env: Record<string, string> };
type Message = { id?: string | number | null; method?: string };

/**
 * Puts a stdio server behind an address, for a client that only knows addresses. Lines go through as they are. A handshake of 2025
 * starts a process, which its session id names afterwards; every other message has a process to itself while it is answered, since
 * nothing of 2026-07-28 depends on the message before and two requests may have one id.
 */
export async function startStdioBridge(program: Program): Promise<StdioBridge> {
  const sessions = new Map<string, ChildProcessWithoutNullStreams>();
  const children = new Set<ChildProcessWithoutNullStreams>();
  const idle: ChildProcessWithoutNullStreams[] = [];
  const start = () => {
    const child = spawn(program.command, program.args, { env: program.env });
    children.add(child);
    child.once("close", () => children.delete(child));
    return child;
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.method !== "POST") return void outgoing.writeHead(405).end();
    const body = await readBody(incoming);
    const message = JSON.parse(body) as Message;
    const named = incoming.headers["mcp-session-id"];
    const known = typeof named === "string" ? sessions.get(named) : undefined;
    const isStart = message.method === "initialize";
    const child = known ?? (isStart ? start() : (idle.pop() ?? start()));
    if (isStart) {
      const id = `bridge-${sessions.size}`;
      sessions.set(id, child);
      outgoing.setHeader("mcp-session-id", id);
    } else if (!known)
      outgoing.once("close", () => (isSubscription(message) ? child.kill() : idle.push(child)));
    relay(child, message, body, outgoing);
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((settle) => void server.listen(0, "127.0.0.1", settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((settle) => {
        for (const child of children) child.kill();
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

/** Writes a line, and answers with what comes back for it: one message as JSON, a subscription as events. */
function relay(
  child: ChildProcessWithoutNullStreams,
  message: Message,
  body: string,
  outgoing: ServerResponse,
): void {
  child.stdin.write(`${JSON.stringify(JSON.parse(body))}\n`);
  const { id } = message;
  if (id === undefined || id === null) return void outgoing.writeHead(202).end();
  const isStream = isSubscription(message);
  if (isStream) outgoing.writeHead(200, { "content-type": "text/event-stream" });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    const answer = JSON.parse(line) as Message;
    if (isStream) return void outgoing.write(`data: ${line}\n\n`);
    if (answer.id !== id) return;
    outgoing.setHeader("content-type", "application/json");
    outgoing.end(line);
    lines.close();
  });
  outgoing.once("close", () => lines.close());
}

function isSubscription({ method }: Message): boolean {
  return method === "subscriptions/listen";
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of incoming) body += String(part);
  return body;
}
