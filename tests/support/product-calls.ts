import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect } from "vitest";
import type { WebVisitor } from "./web-visitor.ts";

/** What a console does with a running product, as a visitor who is signed in. */
export function callsOf(visitor: WebVisitor) {
  /** The result of a callable; throws with the answer of one that fails. */
  async function call(name: string, data: unknown = {}): Promise<any> {
    const answer = await visitor.post(`/api/functions/${name}`, { data });
    const body: any = await answer.json();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${JSON.stringify(body)}`);
    return body.result;
  }

  async function get(path: string): Promise<any> {
    return (await visitor.get(path)).json();
  }

  /** The run when it has ended. */
  async function endOf(executionId: string): Promise<any> {
    let run: any;
    await expect
      .poll(
        async () => {
          run = await get(`/api/job-runs/${executionId}`);
          return run.status;
        },
        { timeout: 60_000, interval: 200 },
      )
      .toMatch(/COMPLETE|FAILED/);
    return run;
  }

  return { call, get, endOf };
}

/** The text of a search over MCP, in a session of its own, so that nothing is withheld as sent before. */
export async function searchOverMcp(
  { url, key }: { url: string; key: string },
  query: string,
  source?: string,
): Promise<string> {
  const client = new Client({ name: "product-calls", version: "1.0.0" });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  const answer: any = await client.callTool({
    name: "docenda_search_documentation",
    arguments: { query, ...(source ? { sources: [source] } : {}) },
  });
  await client.close();
  return answer.content.map((part: any) => part.text).join("\n");
}
