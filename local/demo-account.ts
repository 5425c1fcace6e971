import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { postToLocalDoor } from "./local-door.ts";
import type { LocalServer } from "./server.ts";

export type DemoAccount = { url: string; mcpUrl: string; apiKey: string; email: string };

export const DEMO_EMAIL = "demo@docenda.local";

/**
 * The account of this machine, from `demo.json`, which only its owner may read; made with the first start, and again
 * when the database no longer knows its key. The addresses in the file are those of this start.
 */
export async function demoAccount(server: LocalServer, stateDir: string): Promise<DemoAccount> {
  const file = join(stateDir, "demo.json");
  const kept: DemoAccount | null = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  const apiKey = kept && (await isKnown(server, kept.apiKey)) ? kept.apiKey : await makeAccount(server);
  const account = { url: server.url, mcpUrl: `${server.url}/mcp`, apiKey, email: DEMO_EMAIL };
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

async function makeAccount(server: LocalServer): Promise<string> {
  const account = { email: DEMO_EMAIL, displayName: "Demo", keyName: "npm start" };
  const answer = await postToLocalDoor(server, "demo-account", account);
  return String(answer.apiKey);
}
