import { describe, expect, it } from "vitest";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { readDocument } from "#worker/content/document.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import { pageOf } from "#worker/docs-index/test-pages.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { CrawlStart } from "#worker/runs/crawl-steps.ts";
import { readShared, storePage } from "./store-page.ts";
import { tidySource } from "./tidy-source.ts";

const FOOTER = "The project of the burrow is made by volunteers everywhere.";
const urlOf = (at: number) => `https://burrow.test/docs/room${at}/intro`;

/** A run that has seen no page, of a new source. */
function newRun() {
  const ctx = systemCtx();
  const sourceId = crypto.randomUUID();
  const start: CrawlStart = {
    runId: `run_${sourceId}`,
    generation: 1,
    kind: "site",
    address: { owner: PUBLIC_OWNER, indexId: "tidy-source", sourceId, homePrincipal: null },
    startUrl: "https://burrow.test/docs/",
    include: [],
    exclude: [],
    pageLimit: 1000,
    planPages: null,
    detail: null,
  };
  return { ctx, start, index: ctx.services.docsIndex(start.address) };
}

describe("the end of a run, without time for more than a part", () => {
  it("goes on with the pages that are left, and counts all that it removed", async () => {
    const { ctx, start, index } = newRun();
    const page = await pageOf(urlOf(0), "# Burrow\n\nDug by a numbat.");
    for (let at = 0; at < 201; at++) await index.putPage({ ...page, url: urlOf(at) });

    const first = await tidySource(ctx, start, null, 0);
    expect(first).toMatchObject({ removed: 200, next: { stage: "unseen-pages", removed: 200 } });
    expect(await index.listUrls()).toHaveLength(1);
    expect(await tidySource(ctx, start, first.next, 0)).toEqual({ removed: 201, next: null });
    expect(await index.listUrls()).toEqual([]);
  });

  it("takes off what pages share, then tells equal titles apart, and removes nothing in these stages", async () => {
    const { ctx, start, index } = newRun();
    for (let at = 0; at < 25; at++) {
      const markdown = `# Introduction\n\nRoom ${at} of the burrow has ${at + 2} exits, as every visitor of the island finds out.\n\n${FOOTER}\n`;
      const document = readDocument({ text: markdown, mediaType: "text/markdown", url: urlOf(at) });
      const contentHash = await sha256Hex(markdown);
      const about = { links: [], etag: null, lastModified: null, fetchedAt: 1 };
      await storePage(
        ctx,
        start.address,
        { url: urlOf(at), document, contentHash, ...about },
        await readShared(ctx, start.address),
      );
    }

    const first = await tidySource(ctx, start, { stage: "shared-text", after: 0, removed: 7 }, 0);
    expect(first).toMatchObject({ removed: 7, next: { stage: "shared-text", removed: 7 } });
    expect(await tidySource(ctx, start, first.next, 0)).toEqual({ removed: 7, next: null });
    const pages = await Promise.all(Array.from({ length: 25 }, (_, at) => index.readPage(urlOf(at))));
    expect(pages.filter((page) => page!.markdown.includes(FOOTER))).toHaveLength(1);
    expect(new Set(pages.map((page) => page!.title)).size).toBe(25);
  });
});
