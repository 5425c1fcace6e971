import { SELF } from "cloudflare:test";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { signedUp } from "#tests/support/browser.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { SignInMemory } from "#tests/support/mcp-sign-in.workers.ts";
import { decide, documentClient, MCP } from "#tests/support/oauth.workers.ts";

/** In workerd, because a document needs a host with https: here hosts under `.test` have one. */
it("the v2 client gets from the bare URL through discovery and its metadata document to a search", async () => {
  await indexPages({ name: "public-zinc", url: "https://zinc.test/" }, [
    {
      path: "melt",
      title: "Melting",
      markdown: "# Melting zinc\n\nHeat the zinc to 419 degrees before casting.",
    },
  ]);
  const { browser } = await signedUp({ isVerified: true });
  const { clientId, redirectUri } = await documentClient();
  const memory = new SignInMemory(redirectUri, clientId);
  const options = {
    authProvider: memory,
    fetch: async (url: string | URL, init?: RequestInit) => SELF.fetch(String(url), init),
  };
  const transport = new StreamableHTTPClientTransport(new URL(MCP), options);
  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError);
  expect(memory.client).toMatchObject({ client_id: clientId });

  const { headers } = await browser.get(memory.authorizationUrl!.href);
  const handle = new URL(headers.get("location")!).searchParams.get("request")!;
  const back = await decide(browser, handle, { decision: "approve" });
  await transport.finishAuth(back.searchParams);
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(MCP), options));
  const answer = await client.callTool({
    name: "docenda_search_documentation",
    arguments: { query: "public-zinc melting temperature of zinc before casting" },
  });
  expect(JSON.stringify(answer)).toContain("419 degrees");
  await client.close();
});

function newClient(): Client {
  return new Client({ name: "interop", version: "1" });
}
