import { WebSocket } from "undici";

export type Sockets = {
  /** Number of sockets that are open now, and of messages that came on all of them. */
  open(): { alive: number; messages: number };
  close(): void;
};

/** Sockets are spread over accounts, since an account keeps twenty and closes the oldest for another. */
type SocketOptions = { count: number; emails: string[]; password: string };

/** Opens live sockets with a session of each account, as browsers do. @throws Error when signing in or a socket fails. */
export async function openSockets(url: string, { count, emails, password }: SocketOptions): Promise<Sockets> {
  const cookies: string[] = [];
  for (const email of emails) cookies.push(await signIn(url, email, password));
  let messages = 0;
  const sockets = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const cookie = cookies[n % cookies.length]!;
      const socket = new WebSocket(`${url.replace("http", "ws")}/api/live`, {
        headers: { cookie, origin: url },
      });
      socket.addEventListener("message", () => (messages += 1));
      await new Promise((settle, fail) => {
        socket.addEventListener("open", settle, { once: true });
        socket.addEventListener("error", () => fail(new Error("a live socket was refused")), { once: true });
      });
      return socket;
    }),
  );
  return {
    open: () => ({
      alive: sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
      messages,
    }),
    close: () => sockets.forEach((socket) => socket.close()),
  };
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`signing in answered ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(";")))
    .join("; ");
}
