import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { freePort } from "../server.ts";

/** Serves a function that takes a `Request` and gives a `Response`, on 127.0.0.1 at `port`, or at any free one for 0. */
export async function serveFetch(
  fetch: (request: Request) => Response | Promise<Response>,
  wanted = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort(wanted);
  const url = `http://127.0.0.1:${port}`;
  const server = createServer(async (incoming, outgoing) => {
    const answer = await fetch(await toRequest(incoming, url));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((settle, fail) => {
    server.once("error", fail).listen(port, "127.0.0.1", settle);
  });
  return {
    url,
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

async function toRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === "string") headers.set(name, value);
  const body = method === "GET" || method === "HEAD" ? undefined : Buffer.concat(parts);
  return new Request(origin + (incoming.url ?? "/"), { method, headers, body });
}
