import { createServer, request as openRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants } from "node:zlib";

const COMPRESSED = /^(?:text\/|application\/(?:javascript|json|ld\+json)|image\/svg)/;

/**
 * A server in front of another that compresses what it answers, as Cloudflare does; the local server sends everything as
 * it is. What may be kept for ever is compressed once. Only for reading pages; sockets are passed on as they are.
 */
export async function startBrotliProxy(target: string): Promise<{ url: string; close(): Promise<void> }> {
  const kept = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string" && !["host", "connection", "accept-encoding"].includes(name))
        headers.set(name, value);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "GET" } = request;
    const body = ["GET", "HEAD"].includes(method) ? null : Buffer.concat(chunks);
    const answer = await fetch(target + request.url, { method, headers, body, redirect: "manual" });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isText = COMPRESSED.test(answer.headers.get("content-type") ?? "");
    for (const [name, value] of answer.headers)
      if (!["content-length", "transfer-encoding", "connection"].includes(name))
        response.appendHeader(name, value);
    if (isText) response.setHeader("content-encoding", "br");
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    const sent = isText ? (kept.get(request.url!) ?? brotliCompressSync(bytes, quality)) : bytes;
    if (isText && answer.headers.get("cache-control")?.includes("immutable")) kept.set(request.url!, sent);
    response.writeHead(answer.status).end(sent);
  });
  server.on("upgrade", (request, socket) => {
    // The target takes sockets of its own pages alone.
    const headers = { ...request.headers, host: new URL(target).host, origin: target };
    const passedOn = openRequest(target + request.url, { headers });
    passedOn.on("upgrade", (answer, upstream) => {
      const lines = answer.rawHeaders.flatMap((name, at) =>
        at % 2 ? [] : `${name}: ${answer.rawHeaders[at + 1]}`,
      );
      socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
      socket.on("error", () => upstream.destroy());
      upstream.on("error", () => socket.destroy());
      upstream.pipe(socket).pipe(upstream);
    });
    passedOn.on("response", () => socket.destroy());
    passedOn.on("error", () => socket.destroy());
    passedOn.end();
  });
  await new Promise<void>((settle) => {
    server.listen(0, "127.0.0.1", settle);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((settle) => {
        server.close(() => settle());
      });
    },
  };
}
