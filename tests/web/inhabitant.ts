import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { BrowserContext } from "playwright";
import { postToLocalDoor } from "#local/local-door.ts";
import type { WebProduct } from "#tests/support/web-product.ts";

/** An account that has been here for a while: its address is verified, and it has a key, "laptop". */
export type Inhabitant = { email: string; password: string; apiKey: string };

const PASSWORD = "correct horse battery";

export async function makeInhabitant({ server }: WebProduct, email: string): Promise<Inhabitant> {
  const account = { email, displayName: "Ada Lovelace", keyName: "laptop", password: PASSWORD };
  const { apiKey } = await postToLocalDoor(server, "demo-account", account);
  return { email, password: PASSWORD, apiKey: String(apiKey) };
}

/** Signs a browser in through the API, as the form does. */
export async function signIn(
  { server }: WebProduct,
  context: BrowserContext,
  { email, password }: Inhabitant,
): Promise<void> {
  const answer = await context.request.post(`${server.url}/api/auth/sign-in`, {
    data: { email, password },
    headers: { origin: server.url },
  });
  if (!answer.ok()) throw new Error(`${email} was not signed in: ${await answer.text()}`);
}

/** Asks these questions as Claude Code does, one after another. */
export async function askAsAgent(
  { server }: WebProduct,
  { apiKey }: Inhabitant,
  questions: readonly string[],
): Promise<void> {
  const client = new Client({ name: "claude-code", version: "2.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  for (const query of questions) {
    const answer = await client.callTool({
      name: "docenda_search_documentation",
      arguments: { query },
    });
    if (answer.isError) throw new Error(JSON.stringify(answer.content));
  }
  await client.close();
}
