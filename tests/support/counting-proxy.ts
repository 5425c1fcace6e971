import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type CountingProxy = {
  /** Without a slash at the end. */
  url: string;
  /** Paths with their queries, in the order of the requests, since the last call. */
  takePaths(): string[];
  close(): Promise<void>;
};

/** Stands before a server of this machine, passes everything on, and remembers what was asked for. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    pass(target, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takePaths: () => {
      const taken = paths;
      paths = [];
      return taken;
    },
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

async function pass(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
  const answer = await fetch(target + request.url, {
    method: request.method,
    headers: headers as Record<string, string>,
    body: parts.length > 0 ? Buffer.concat(parts) : undefined,
    redirect: "manual",
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const kept = [...answer.headers].filter(
    ([name]) => !/^(?:transfer|content)-(?:encoding|length)$/.test(name),
  );
  response.writeHead(answer.status, Object.fromEntries(kept));
  response.end(body);
}
