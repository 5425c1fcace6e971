import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobRuns, sources } from "#schema/index.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { indexOf } from "#tests/support/crawl.workers.ts";
import { deliver, startHeld } from "#tests/support/held-crawl.workers.ts";
import { requestsTo } from "#tests/support/stub-site.workers.ts";
import { findPrivateIndex } from "#worker/private-indexes/find-private-index.ts";
import { searchDocs } from "#worker/search/search-docs.ts";
import { removeModule } from "#worker/source-kinds/remove-module.ts";

/** `REMOVALS=200` asks for as many as a release wants. */
const ROUNDS = Number((env as { REMOVALS?: string }).REMOVALS ?? 12);
/** Requests of a whole crawl of the site, about; a removal comes after one of them. */
const MOMENTS = 12;

it(
  `a source that is removed while it is crawled leaves nothing, ${ROUNDS} times`,
  { timeout: 3_600_000 },
  async () => {
    const ctx = ctxOf(await makeAccount({ tier: "Pro" }));
    let whileAtWork = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const host = `removed-${round}.test`;
      const held = await startHeld(ctx, host);
      const { moduleId } = await held.started;
      const atWork = new AbortController();
      // Every third time two consumers are at it.
      const consumers = round % 3 === 0 ? 2 : 1;
      const work = Promise.all(
        Array.from({ length: consumers }, () => deliver("docenda-crawl", [held.ticket])),
      ).finally(() => atWork.abort());
      while (!atWork.signal.aborted && (await requestsTo(host)).length < round % MOMENTS);
      if (!atWork.signal.aborted) whileAtWork += 1;
      expect(await removeModule(ctx, { moduleId })).toEqual({ removed: true });
      await work;
      const requests = (await requestsTo(host)).length;
      // What the queue still has of it does nothing.
      await deliver("docenda-crawl", [held.ticket]);
      expect((await requestsTo(host)).length).toBe(requests);

      const index = indexOf(ctx, moduleId);
      expect({
        round,
        totals: await index.totals(),
        urls: await index.listUrls(),
        sources: await ctx.db.select().from(sources).where(eq(sources.id, moduleId)),
        runs: await ctx.db.select().from(jobRuns).where(eq(jobRuns.sourceId, moduleId)),
      }).toMatchObject({ round, totals: { pages: 0, chunks: 0 }, urls: [], sources: [], runs: [] });
      const named = await ctx.services.catalog(ctx.scope.owner).findSources(["removed"], 10);
      expect(JSON.stringify(named)).not.toContain(moduleId);
      await expect(removeModule(ctx, { moduleId })).rejects.toMatchObject({ code: "not-found" });
    }
    expect(whileAtWork).toBeGreaterThan(ROUNDS / 2);
    expect(await findPrivateIndex(ctx, { indexId: "default" })).toMatchObject({ totalDocs: 0, modules: [] });
    const { passages } = await searchDocs(ctx, { query: "text of page 3", scope: "private" });
    expect(passages).toEqual([]);
  },
);
