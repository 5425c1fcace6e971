import { createServer, request } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export type Proxy = {
  url: string;
  /** Of each request and tunnel, in the order in which they came. */
  hosts: string[];
  close(): Promise<void>;
};

/** An HTTP proxy as companies have them: it tunnels (CONNECT) and forwards. */
export async function startProxy(): Promise<Proxy> {
  const hosts: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, answer) => {
    const target = new URL(incoming.url ?? "");
    hosts.push(target.host);
    const forwarded = request(target, { method: incoming.method, headers: incoming.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    forwarded.on("error", () => answer.destroy());
    incoming.pipe(forwarded);
  });
  server.on("connect", (incoming, socket: Socket, head: Buffer) => {
    const [host = "", port = ""] = (incoming.url ?? "").split(":");
    hosts.push(incoming.url ?? "");
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    for (const one of [socket, target]) {
      sockets.add(one);
      one.on("error", () => one.destroy());
    }
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hosts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}
