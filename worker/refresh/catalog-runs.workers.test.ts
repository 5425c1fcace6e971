import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { and, eq, inArray } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { catalogStarts, jobRuns, sources } from "#schema/index.ts";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { changeSite, putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import type { CatalogEntry } from "#worker/public-catalog/public-catalog.ts";
import { testEntry } from "#worker/public-catalog/test-entry.ts";
import worker from "#worker/index.ts";
import { beginCatalogRuns } from "./begin-catalog-runs.ts";
import { refreshDueSources } from "./refresh-due-sources.ts";

const { db } = systemCtx();
const HOUR_MS = 60 * 60_000;
const ROBOTS = { body: "User-agent: *\nCrawl-delay: 0.02" };
const SITE = { "/robots.txt": ROBOTS, "/docs/": "<h1>Docs</h1><p>Text of the documentation.</p>" };

/** The clock so many hours from now, under the setting. */
function clockCtx({ hours = 0, isCatalogCrawled = true } = {}) {
  const ctx = systemCtx();
  const config = { ...ctx.services.config, isCatalogCrawled };
  return {
    ...ctx,
    services: { ...ctx.services, config },
    now: () => new Date(Date.now() + hours * HOUR_MS),
  };
}

async function publicSources(...names: string[]) {
  return await db
    .select()
    .from(sources)
    .where(and(eq(sources.ownerKind, "public"), inArray(sources.name, names)))
    .orderBy(sources.name);
}

async function runsOf(name: string) {
  return await db.select().from(jobRuns).where(eq(jobRuns.displayName, name)).orderBy(jobRuns.startTime);
}

async function untilOver(name: string, count = 1) {
  for (;;) {
    const runs = await runsOf(name);
    if (runs.length >= count && runs.every(({ endTime }) => endTime !== null)) return runs;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until the source's next run is due. */
async function waitHours(name: string) {
  const [source] = await publicSources(name);
  return Math.round((source!.refreshDueAt!.getTime() - Date.now()) / HOUR_MS);
}

afterEach(async () => {
  await db.delete(catalogStarts);
});

it("begins what nobody has begun, once however many ticks see it, and nothing where the setting is off", async () => {
  await Promise.all(["cat-one.test", "cat-two.test"].map((host) => putSite(host, SITE)));
  const entries = [
    testEntry("Cat-One", { exclude: ["internal/**"] }),
    testEntry("Cat-Two", {
      start: { kind: "site", url: "https://cat-two.test/" },
      versions: { rule: "path", url: "https://cat-two.test/{version}/", current: "docs" },
    }),
  ];
  await beginCatalogRuns(clockCtx({ isCatalogCrawled: false }), entries);
  expect(await publicSources("Cat-One", "Cat-Two")).toEqual([]);

  await Promise.all([1, 2, 3].map(() => beginCatalogRuns(clockCtx(), entries)));
  for (const { name } of entries) expect(await untilOver(name)).toMatchObject([{ status: "COMPLETE" }]);
  expect(await publicSources("Cat-One", "Cat-Two")).toMatchObject([
    {
      name: "Cat-One",
      url: "https://cat-one.test/docs/",
      version: null,
      description: "What Cat-One is.",
      options: { exclude: ["internal/**"] },
      totalPages: 1,
      refreshDueAt: expect.any(Date),
    },
    { name: "Cat-Two", url: "https://cat-two.test/docs/", version: "docs", totalPages: 1 },
  ]);

  await beginCatalogRuns(clockCtx(), entries);
  await beginCatalogRuns(clockCtx({ hours: 48 }), entries);
  for (const { name } of entries) expect(await runsOf(name)).toHaveLength(1);
  expect((await requestsTo("cat-one.test")).map(({ path }) => path)).toContain("/robots.txt");

  // The next version of the entry is a source of its own.
  await changeSite("cat-two.test", { "/docs-2/": SITE["/docs/"] });
  const [one, two] = entries;
  const newer = { ...two!, versions: { ...two!.versions, current: "docs-2" } } as CatalogEntry;
  await beginCatalogRuns(clockCtx(), [one!, newer]);
  await untilOver("Cat-Two", 2);
  expect((await publicSources("Cat-Two")).map(({ version }) => version).toSorted()).toEqual([
    "docs",
    "docs-2",
  ]);
});

it("begins a few at a time, and one that cannot begin keeps none of the others waiting", async () => {
  const names = ["Few-A", "Few-B", "Few-C", "Few-D", "Few-E", "Few-F"];
  await Promise.all(names.map((name) => putSite(`${name.toLowerCase()}.test`, SITE)));
  const broken = testEntry("Few-Broken", { start: { kind: "site", url: "https://10.0.0.1/docs/" } });
  const entries = [broken, ...names.map((name) => testEntry(name))];
  await beginCatalogRuns(clockCtx(), entries);
  expect((await publicSources("Few-Broken", ...names)).map(({ name }) => name)).toEqual(names.slice(0, 4));
  for (const name of names.slice(0, 4)) await untilOver(name);
  await beginCatalogRuns(clockCtx({ hours: 1 }), entries);
  expect(await publicSources("Few-Broken", ...names)).toHaveLength(6);
  for (const name of names) await untilOver(name);
});

it("an entry that fails is tried again after an hour, half a day, and then seldom", async () => {
  await putSite("cat-down.test", {
    "/robots.txt": ROBOTS,
    "/docs/": { status: 500, body: "no" },
  });
  const entries = [testEntry("Cat-Down")];
  await beginCatalogRuns(clockCtx(), entries);
  expect(await untilOver("Cat-Down")).toMatchObject([{ status: "FAILED" }]);
  expect(await waitHours("Cat-Down")).toBe(1);
  for (const hours of [0, 48]) await beginCatalogRuns(clockCtx({ hours }), entries);
  await refreshDueSources(clockCtx());
  expect(await runsOf("Cat-Down")).toHaveLength(1);
  for (const [runs, hours] of [
    [2, 12],
    [3, 45 * 24],
  ] as const) {
    await db
      .update(sources)
      .set({ refreshDueAt: new Date(0) })
      .where(eq(sources.name, "Cat-Down"));
    await refreshDueSources(clockCtx());
    await untilOver("Cat-Down", runs);
    expect(await waitHours("Cat-Down")).toBe(hours);
  }
  await changeSite("cat-down.test", { "/docs/": SITE["/docs/"] });
  await db
    .update(sources)
    .set({ refreshDueAt: new Date(0) })
    .where(eq(sources.name, "Cat-Down"));
  await refreshDueSources(clockCtx());
  expect((await untilOver("Cat-Down", 4)).at(-1)).toMatchObject({ status: "COMPLETE", docsCount: 1 });
});

it("the clock of a laptop begins none of it", async () => {
  const before = await db.select({ id: sources.id }).from(sources);
  const execution = createExecutionContext();
  await worker.scheduled({} as ScheduledController, env, execution);
  await waitOnExecutionContext(execution);
  expect(await db.select({ id: sources.id }).from(sources)).toEqual(before);
  expect(await db.select().from(catalogStarts)).toEqual([]);
});
