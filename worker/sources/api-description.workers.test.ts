import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { crawl } from "#tests/support/crawl.workers.ts";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { searchDocs } from "#worker/search/search-docs.ts";
import { indexAgain } from "#worker/source-kinds/index-again.ts";
import { listSources } from "./list-sources.ts";
import { startIndexJob } from "./start-index-job.ts";

const URL_OF_IT = "https://kettles.test/v2/openapi.json";
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Kettle API", version: "2.0.0" },
  paths: {
    "/kettles/{id}/descale": {
      post: {
        operationId: "descaleKettle",
        summary: "Descales a kettle with citric acid.",
        description: "Read https://kettles.test/manual first.",
        responses: { "202": { description: "It has begun." } },
      },
    },
  },
};

it("the URL of an API description is a source of its own kind, and nothing else of its site is read", async () => {
  await putSite("kettles.test", {
    "/": `<h1>Kettles</h1><p><a href="/v2/openapi.json">API</a> <a href="/manual">Manual</a></p>`,
    "/manual": "<h1>Manual</h1><p>Descaling by hand.</p>",
    "/v2/openapi.json": {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(DESCRIPTION),
    },
    "/sitemap.xml": `<urlset><url><loc>https://kettles.test/manual</loc></url></urlset>`,
  });
  const ctx = ctxOf(await makeAccount());
  const { moduleId, run, outcomes } = await crawl(ctx, { url: URL_OF_IT });
  expect(run).toMatchObject({ status: "COMPLETE", docsCount: 1 });
  expect(outcomes).toEqual({ "/v2/openapi.json": "indexed" });
  const kindOfIt = async () => (await listSources(ctx)).find(({ id }) => id === moduleId)?.kind;
  expect(await kindOfIt()).toBe("api-description");
  const { passages } = await searchDocs(ctx, { query: "How do I descale a kettle?", scope: "private" });
  expect(passages[0]?.text).toContain("/kettles/{id}/descale");
  expect((await requestsTo("kettles.test")).map(({ path }) => path)).not.toContain("/manual");

  // The same URL again is the same source, by its address and by its id.
  const second = await crawl(ctx, { url: URL_OF_IT });
  expect(second).toMatchObject({ moduleId, outcomes: { "/v2/openapi.json": "unchanged" } });
  expect((await indexAgain(ctx, { moduleId })).moduleId).toBe(moduleId);
  expect(await kindOfIt()).toBe("api-description");
});

it("another file of the same folder is a site", async () => {
  await putSite("toasters.test", { "/docs/index.html": "<h1>Toasters</h1><p>Empty the tray.</p>" });
  const ctx = ctxOf(await makeAccount());
  const { moduleId } = await startIndexJob(ctx, { url: "https://toasters.test/docs/index.html" });
  expect((await listSources(ctx)).find(({ id }) => id === moduleId)?.kind).toBe("site");
});
