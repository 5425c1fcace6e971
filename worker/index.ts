import { createApp } from "./app.ts";

export { Catalog } from "./catalog/catalog.ts";
export { CrawlHost } from "./crawl/crawl-host.ts";
export { CrawlRun } from "./crawl/crawl-run.ts";
export { CreditCounter } from "./credits/credit-counter.ts";
export { DocsIndex } from "./docs-index/docs-index.ts";
export { McpSession } from "./mcp/mcp-session.ts";

const app = createApp();

export default {
  fetch: (request, env, ctx) => app.fetch(request, env, ctx),
} satisfies ExportedHandler<Env>;
