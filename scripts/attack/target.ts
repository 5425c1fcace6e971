import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postToLocalDoor } from "#local/local-door.ts";
import { startServer } from "#local/server.ts";

/** JSON of any shape: reading a wrong field fails the attack. */
type Json = ReturnType<typeof JSON.parse>;

export type Answer = { status: number; headers: Headers; text: string; json: Json };
export type Comer = {
  /** Network from which the request seems to come. */
  from?: string;
  apiKey?: string;
  cookie?: string;
  headers?: Record<string, string>;
};

export type Target = {
  url: string;
  send(method: string, path: string, body?: string, comer?: Comer): Promise<Answer>;
  /** An account whose address is verified, with credits and a key. */
  account(tier: "Free" | "Pro"): Promise<{ email: string; apiKey: string }>;
  close(): Promise<void>;
};

/** A copy of the product at the pace of production. Its state folder is removed afterwards. */
export async function startTarget(): Promise<Target> {
  const stateDir = mkdtempSync(join(tmpdir(), "docenda-attack-"));
  const port = await freePort();
  // The copy knows its own address, as the product does in production.
  const origin = `http://127.0.0.1:${port}`;
  const server = await startServer({
    port,
    stateDir,
    quiet: true,
    env: {
      PACE_FACTOR: "1",
      CRAWL_LOOPBACK_HOSTS: "",
      PUBLIC_ORIGIN: origin,
      GITHUB_CLIENT_ID: "attack",
      GITHUB_CLIENT_SECRET: "attack",
      GITHUB_WEBHOOK_SECRET: "attack",
    },
  });
  let accounts = 0;
  return {
    url: server.url,
    send: async (method, path, body, { from = "203.0.113.1", apiKey, cookie, headers = {} } = {}) => {
      const response = await fetch(server.url + path, {
        method,
        redirect: "manual",
        headers: {
          "cf-connecting-ip": from,
          // A program with a key names no origin.
          ...(!apiKey && { origin }),
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(apiKey && { authorization: `Bearer ${apiKey}` }),
          ...(cookie && { cookie }),
          ...headers,
        },
        body,
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: asJson(text) };
    },
    account: async (tier) => {
      const email = `attacker-${(accounts += 1)}@example.test`;
      const made = await postToLocalDoor(server, "demo-account", {
        email,
        tier,
        credits: 1000,
        password: PASSWORD,
      });
      return { email, apiKey: String(made.apiKey) };
    },
    close: async () => {
      await server.close();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const socket = createServer();
  await new Promise<void>((listening) => socket.listen(0, "127.0.0.1", listening));
  const { port } = socket.address() as AddressInfo;
  await new Promise((closed) => socket.close(closed));
  return port;
}

export const PASSWORD = "correct horse battery";

function asJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The cookies of an answer, as a browser sends them back. */
export function cookiesOf({ headers }: Answer): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
