import type { LocalServer } from "./server.ts";

type Answer = Record<string, unknown>;

/** Reads from a route under `/__local`, which needs the token of `secrets.json`. Throws unless the status is 2xx. */
export async function getFromLocalDoor(server: LocalServer, route: string): Promise<Answer> {
  return call(server, route, {});
}

/** Sends JSON to a route under `/__local`. */
export async function postToLocalDoor(server: LocalServer, route: string, body: unknown): Promise<Answer> {
  return call(server, route, { method: "POST", body: JSON.stringify(body) });
}

async function call(server: LocalServer, route: string, init: RequestInit): Promise<Answer> {
  const headers = { "x-local-token": server.localToken, "content-type": "application/json" };
  const answer = await fetch(`${server.url}/__local/${route}`, { ...init, headers });
  if (!answer.ok) throw new Error(`/__local/${route} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
