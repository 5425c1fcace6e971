import type { BrowserContext } from "playwright";
import { serveTree } from "#local/docs-server.ts";
import { listInstalledDocs } from "#local/installed-docs.ts";
import type { WebProduct } from "#tests/support/web-product.ts";

/** A run over a person's own site. */
export type OwnSite = { name: string; runId: string; over(): Promise<void>; close(): Promise<void> };

/** Serves a small documentation on this machine and has it indexed for whoever is signed in. */
export async function startOwnSite(
  { server }: Pick<WebProduct, "server">,
  context: BrowserContext,
  name: string,
): Promise<OwnSite> {
  const site = await serveSite();
  const answer = await context.request.post(`${server.url}/api/functions/startIndexJobCallable`, {
    data: { data: { url: site.url, displayName: name } },
    headers: { origin: server.url },
  });
  if (!answer.ok()) throw new Error(`${name} is not indexed: ${await answer.text()}`);
  const runId = String((await answer.json()).result.executionId);
  return {
    name,
    runId,
    close: site.close,
    over: async () => {
      for (;;) {
        const { status } = await (await context.request.get(`${server.url}/api/job-runs/${runId}`)).json();
        if (status === "COMPLETE") return;
        if (status === "FAILED") throw new Error(`${name} was not indexed`);
        await new Promise((settle) => setTimeout(settle, 100));
      }
    },
  };
}

/** A small documentation on this machine. */
export async function serveSite(): Promise<{ url: string; close(): Promise<void> }> {
  const docs = listInstalledDocs().find(({ name }) => name === "zod");
  if (!docs) throw new Error("zod has no documentation here");
  const { url, close } = await serveTree({ ...docs.tree, mount: "/", asMarkdownSite: true });
  return { url: `${url}/`, close };
}
