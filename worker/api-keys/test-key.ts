import { SELF } from "cloudflare:test";
import { expect } from "vitest";

export const ORIGIN = "https://docenda.test";

/** Whether a key works now, at the doors that take one. */
export async function use(apiKey: string) {
  const answer = await SELF.fetch(`${ORIGIN}/api/sources`, { headers: { "x-api-key": apiKey } });
  const body = (await answer.json()) as { error?: { message: string } };
  const mcp = await SELF.fetch(`${ORIGIN}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, accept: "*/*", "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  await mcp.body?.cancel();
  expect(mcp.status === 401).toBe(answer.status === 401);
  return { status: answer.status, message: body.error?.message, headers: answer.headers };
}
