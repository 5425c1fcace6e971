import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export type KeyProxy = { url: string; close(): Promise<void> };

/** Passes requests on as they are, byte for byte in their headers, with an API key added; for clients that cannot send one. */
export async function startKeyProxy(target: string, apiKey: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = [...incoming.rawHeaders, "x-api-key", apiKey];
    const forwarded = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((settle) => void server.listen(0, "127.0.0.1", settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}
