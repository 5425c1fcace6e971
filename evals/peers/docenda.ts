import { rmSync } from "node:fs";
import { watchMemory } from "../bench/memory.ts";
import { serveCorpus } from "../corpus-site.ts";
import type { CorpusSite } from "../corpus-site.ts";
import { connectDocenda } from "../docenda.ts";
import { orderOf } from "../indexed-corpora.ts";
import { BUDGETS, DEFAULT_BUDGET } from "../metrics.ts";
import type { Budget } from "../metrics.ts";
import { crawlSite, startProduct } from "../product.ts";
import type { Peer, Way } from "./peer.ts";

/** The name of the product's way with that budget. */
export function docendaAt(budget: Budget): string {
  return `Docenda, budget ${budget}${budget === DEFAULT_BUDGET ? " (default)" : ""}`;
}

/** The product as `npm start` runs it, on an empty state; corpora are crawled over HTTP and asked over MCP. */
export async function startDocenda(stateDir: string, version: string): Promise<Peer> {
  rmSync(stateDir, { recursive: true, force: true });
  const product = await startProduct(stateDir);
  const system = await connectDocenda(product.mcpUrl, product.apiKey);
  const memory = watchMemory(() => product.server.workerdPids());
  const sites = new Map<string, CorpusSite>();
  // The default budget goes first: the others are asked the same question after it and may find its data in memory.
  const budgets = BUDGETS.toSorted((a, b) => Number(b === DEFAULT_BUDGET) - Number(a === DEFAULT_BUDGET));
  return {
    name: "Docenda",
    version,
    index: async ({ corpus }) => {
      const site = await serveCorpus(corpus);
      sites.set(corpus.name, site);
      const run = await crawlSite(product, orderOf(site));
      if (run.status !== "COMPLETE") throw new Error(`${corpus.name}: ${run.error ?? run.status}`);
    },
    ways: budgets.map((budget): Way => ({
      name: docendaAt(budget),
      how: `one call of \`docenda_search_documentation\` with the question as it is and \`budget\` ${budget}`,
      ask: async ({ query, corpus }) => {
        const { text, pages, isError } = await system.search({ query, budget, corpus });
        if (isError) throw new Error(text);
        return { text, pages: pages.map((url) => sites.get(corpus)?.pathOf(url) ?? url) };
      },
    })),
    peakMb: () => memory.stop(),
    close: async () => {
      memory.stop();
      await system.close();
      await Promise.all([...sites.values()].map((site) => site.close()));
      await product.server.close();
    },
  };
}
