import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { createServices } from "#worker/services.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";
import { scopeOf } from "#worker/runs/crawl-scope.ts";
import { readCrawledPage } from "./crawl-page.ts";
import type { ReadPage } from "./crawl-page.ts";
import { createLinkFilter } from "./link-filter.ts";
import { withSourceHeaders } from "./with-source-headers.ts";

const SHELL = `<!doctype html><title>Docs</title><div id="app"></div><script src="/app.js"></script>`;
const DRAWN = `<!doctype html><title>Docs</title><main><h1>Zorbulator</h1>
  <p>Fill the zorbulator with vinegar and boil it twice, then rinse it with a litre of clear water.</p>
  <a href="/next">Next</a></main>`;

/** Browser Run as its binding answers, and the URLs that were drawn. */
function browserThat(answer: () => Response): { BROWSER: BrowserRun; drawn: string[] } {
  const drawn: string[] = [];
  const quickAction = async (_action: string, { url }: { url: string }) => {
    drawn.push(url);
    return answer();
  };
  return { BROWSER: { quickAction } as unknown as BrowserRun, drawn };
}

function drawsIt(): Response {
  return Response.json({ success: true, result: DRAWN, meta: { status: 200, title: "Docs" } });
}

async function read(url: string, BROWSER?: BrowserRun): Promise<ReadPage> {
  const ctx = { ...systemCtx(), services: createServices({ ...env, BROWSER }) };
  const scope = scopeOf(url);
  const page = { id: 1, url, depth: 0, isLastResort: false };
  return await readCrawledPage(ctx, page, {
    scope,
    known: null,
    linksInScope: createLinkFilter(scope).inScope,
  });
}

it("reads a page that a script draws as a browser draws it, and never by its frame's validators", async () => {
  await putSite("drawn.test", {
    "/": { headers: { "content-type": "text/html", etag: '"frame"' }, body: SHELL },
  });
  const { BROWSER, drawn } = browserThat(drawsIt);
  expect(await read("https://drawn.test/", BROWSER)).toMatchObject({
    kind: "fresh",
    page: {
      document: { markdown: expect.stringContaining("boil it twice") },
      links: ["https://drawn.test/next"],
      etag: null,
      lastModified: null,
    },
  });
  expect(drawn).toEqual(["https://drawn.test/"]);
  expect(await requestsTo("drawn.test")).toHaveLength(1);
});

it("says that it needs one where there is no browser, or none that gives a text", async () => {
  await putSite("undrawn.test", { "/": SHELL });
  const needsOne = {
    kind: "result",
    result: { outcome: "needs-browser", words: { fix: expect.any(String) } },
  };
  expect(await read("https://undrawn.test/")).toMatchObject(needsOne);
  const answers: (() => Response)[] = [
    () => Response.json({ success: false, errors: [{ code: 429 }] }, { status: 429 }),
    () => Response.json({ success: true, result: SHELL }),
    () => Response.json({ success: true, result: null }),
    () => Response.json({ success: true, result: "x".repeat(5_000_001) }),
    () => new Response("not json"),
    () => {
      throw new Error("no browser is free");
    },
  ];
  for (const answer of answers)
    expect(await read("https://undrawn.test/", browserThat(answer).BROWSER)).toMatchObject(needsOne);
});

it("draws nothing that has its text, may not be indexed, or leads elsewhere", async () => {
  const refresh = '<meta http-equiv="refresh" content="0; url=/new">';
  await putSite("calm.test", {
    "/text": DRAWN,
    "/noindex": SHELL.replace("<title>", '<meta name="robots" content="noindex"><title>'),
    "/header": { headers: { "content-type": "text/html", "x-robots-tag": "noindex" }, body: SHELL },
    "/moved": SHELL.replace("<title>", `${refresh}<title>`),
    "/plain": { headers: { "content-type": "text/plain" }, body: "" },
  });
  const { BROWSER, drawn } = browserThat(drawsIt);
  const outcomes = [];
  for (const path of ["text", "noindex", "header", "moved", "plain"]) {
    const page = await read(`https://calm.test/${path}`, BROWSER);
    outcomes.push(page.kind === "result" && page.result.kind === "done" ? page.result.outcome : page.kind);
  }
  expect(outcomes).toEqual(["fresh", "noindex", "noindex", "redirected", "empty"]);
  expect(drawn).toEqual([]);
});

it("has no browser elsewhere draw what the owner's request headers open", async () => {
  await putSite("walled-app.test", { "/": SHELL });
  const own = ctxOf(await makeAccount());
  const url = "https://walled-app.test/";
  const { executionId, moduleId } = await startIndexJob(own, { url, headers: { authorization: "Bearer x" } });
  const { BROWSER } = browserThat(drawsIt);
  const ctx = { ...systemCtx(), services: createServices({ ...env, BROWSER }) };
  const address = {
    owner: own.scope.owner,
    indexId: DEFAULT_INDEX_ID,
    sourceId: moduleId,
    homePrincipal: null,
  };
  const start = { runId: executionId, address };
  expect((await withSourceHeaders(ctx, start)).services.pageRenderer).toBeNull();
  const open = { ...start, address: { ...address, sourceId: "src_without_headers" } };
  expect((await withSourceHeaders(ctx, open)).services.pageRenderer).not.toBeNull();
});
