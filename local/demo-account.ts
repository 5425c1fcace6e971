import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { postToLocalDoor } from "./local-door.ts";
import type { LocalServer } from "./server.ts";

export type DemoAccount = {
  url: string;
  mcpUrl: string;
  apiKey: string;
  email: string;
  password: string;
};

export const DEMO_EMAIL = "demo@docenda.local";

/**
 * The account of this machine, from `demo.json`, which only its owner may read; made with the first start, and again
 * when the database no longer knows its key. The addresses in the file are those of this start.
 */
export async function demoAccount(server: LocalServer, stateDir: string): Promise<DemoAccount> {
  const file = join(stateDir, "demo.json");
  const kept: Partial<DemoAccount> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const { apiKey, password } =
    kept.apiKey && kept.password && (await isKnown(server, kept.apiKey))
      ? { apiKey: kept.apiKey, password: kept.password }
      : await makeAccount(server);
  const account = { url: server.url, mcpUrl: `${server.url}/mcp`, apiKey, email: DEMO_EMAIL, password };
  writeFileSync(file, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 });
  return account;
}

async function isKnown(server: LocalServer, apiKey: string): Promise<boolean> {
  const answer = await fetch(`${server.url}/api/sources`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  await answer.body?.cancel();
  return answer.ok;
}

async function makeAccount(server: LocalServer): Promise<{ apiKey: string; password: string }> {
  const password = randomBytes(12).toString("base64url");
  const account = { email: DEMO_EMAIL, displayName: "Demo", keyName: "npm start", password };
  const answer = await postToLocalDoor(server, "demo-account", account);
  return { apiKey: String(answer.apiKey), password };
}
