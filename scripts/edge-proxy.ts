import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as openRequest } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** Arguments with which a browser can read pages from the proxy, whose certificate nobody has signed. */
export const EDGE_PROXY_ARGS = ["--ignore-certificate-errors"];

const COMPRESSED = /^(?:text\/|application\/(?:javascript|json|ld\+json)|image\/svg)/;
/** Headers of one connection of HTTP/1.1, for which HTTP/2 has no words. */
const OF_CONNECTION = new Set(["content-length", "transfer-encoding", "connection", "keep-alive"]);

/**
 * A server in front of another that speaks as Cloudflare does: HTTP/2 over TLS, and compressed; the local server sends
 * everything as it is, six files at a time. Files that may be kept for ever are compressed once. Only for reading pages;
 * sockets are passed on as they are. Throws where there is no `openssl` to make a certificate with.
 */
export async function startEdgeProxy(target: string): Promise<{ url: string; close(): Promise<void> }> {
  const kept = new Map<string, Buffer>();
  const sockets = new Set<Socket>();
  const server = createSecureServer({ ...selfSigned(), allowHTTP1: true }, async (request, response) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string" && !/^(?::|host$|connection$|accept-encoding$)/.test(name))
        headers.set(name, value);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "GET" } = request;
    const body = ["GET", "HEAD"].includes(method) ? null : Buffer.concat(chunks);
    const answer = await fetch(target + request.url, { method, headers, body, redirect: "manual" });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isText = COMPRESSED.test(answer.headers.get("content-type") ?? "");
    for (const [name, value] of answer.headers)
      if (!OF_CONNECTION.has(name)) response.appendHeader(name, value);
    if (isText) response.setHeader("content-encoding", "br");
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    const sent = isText ? (kept.get(request.url) ?? brotliCompressSync(bytes, quality)) : bytes;
    if (isText && answer.headers.get("cache-control")?.includes("immutable")) kept.set(request.url, sent);
    response.writeHead(answer.status);
    response.end(sent);
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request, socket) => {
    // The target accepts sockets of its own pages alone.
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
    url: `https://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((settle) => {
        server.close(() => settle());
      });
    },
  };
}

/** A key and a certificate for this machine and this run alone. */
function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "docenda-certificate-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    execFileSync(
      "openssl",
      ["req", "-x509", "-days", "2", ...curve, ...subject, "-keyout", key, "-out", cert],
      {
        stdio: "pipe",
      },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
