import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crawlSite, startProduct } from "#evals/product.ts";
import type { Product } from "#evals/product.ts";
import { serveTree } from "#local/docs-server.ts";
import type { DocsServer } from "#local/docs-server.ts";
import { ROOT } from "#local/root.ts";
import { installCli } from "./installed-cli.ts";
import type { InstalledCli } from "./installed-cli.ts";

/** A question that the documentation of every such product answers with `createMcpHandler`. */
export const QUESTION = "agents: create an MCP server with createMcpHandler";

/** A server with the documentation of the `agents` package, and the packed command line that knows it and has a key. */
export type CliProduct = {
  /** Temporary; gone after `close`. */
  workDir: string;
  docs: DocsServer;
  product: Product;
  cli: InstalledCli;
  close(): Promise<void>;
};

export async function startCliProduct(): Promise<CliProduct> {
  const workDir = mkdtempSync(join(tmpdir(), "docenda-cli-"));
  const docs = await serveTree({
    root: join(ROOT, "node_modules/agents/docs"),
    include: (path) => /^(index|mcp-|securing-mcp)[\w-]*\.md$/.test(path),
    asMarkdownSite: true,
  });
  const product = await startProduct(join(workDir, "state"));
  const close = async () => {
    await product.server.close();
    await docs.close();
    rmSync(workDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  };
  try {
    const cli = await installCli(workDir, {
      DOCENDA_URL: product.server.url,
      DOCENDA_API_KEY: product.apiKey,
    });
    const run = await crawlSite(product, { url: `${docs.url}/`, name: "agents", exclude: [] });
    if (run.status !== "COMPLETE") throw new Error(`The documentation was not indexed: ${run.error}`);
    return { workDir, docs, product, cli, close };
  } catch (error) {
    await close();
    throw error;
  }
}
