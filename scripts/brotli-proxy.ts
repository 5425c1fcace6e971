import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants } from "node:zlib";

const COMPRESSED = /^(?:text\/|application\/(?:javascript|json|ld\+json)|image\/svg)/;

/**
 * A server in front of another that compresses what it answers, as Cloudflare does; the local server sends everything as
 * it is. What may be kept for ever is compressed once. Only for reading pages: sockets are not passed on.
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
