import { publicCatalog, startOf } from "#worker/public-catalog/public-catalog.ts";
import type { CatalogEntry } from "#worker/public-catalog/public-catalog.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { newId } from "#worker/platform/ids.ts";
import { startPublicIndexJob } from "#worker/sources/start-index-job.ts";
import { claimCatalogStart, readCatalogState } from "./repo.ts";

/** Most public runs at the same time: half of the queue's places, the other half is for runs that people wait for. */
const MAX_PUBLIC_RUNS = 5;
/** Time after which an entry whose run does not even begin is tried again; the end of a run sets the time of the next one. */
const PUT_OFF_MS = 24 * 60 * 60_000;

/**
 * Begins to index entries of the public catalog that have no public source yet, where the setting says so: a few at a time, each once
 * however many ticks see it. From then on they are sources like others, and refreshed like them.
 */
export async function beginCatalogRuns(
  ctx: CrawlCtx,
  entries: readonly CatalogEntry[] = publicCatalog(),
): Promise<void> {
  if (!ctx.services.config.isCatalogCrawled) return;
  const now = ctx.now();
  const { runs, held, putOff } = await readCatalogState(ctx.db, now);
  const done = new Set([...held.flatMap(({ name, version }) => keysOf(name, version)), ...putOff]);
  const missing = entries.filter((entry) => !done.has(keyOf(entry)));
  for (const entry of missing.slice(0, Math.max(0, MAX_PUBLIC_RUNS - runs))) {
    const next = new Date(now.getTime() + PUT_OFF_MS);
    if (!(await claimCatalogStart(ctx.db, keyOf(entry), now, next))) continue;
    try {
      await begin(ctx, entry);
    } catch (error) {
      // Other entries do not wait for one that fails.
      ctx.log.error("refresh.catalog-not-begun", error, { entry: entry.name });
    }
  }
}

async function begin(ctx: CrawlCtx, entry: CatalogEntry): Promise<void> {
  const { url, version } = startOf(entry);
  await startPublicIndexJob(
    { ...ctx, newId, actor: { kind: "system" }, scope: { owner: PUBLIC_OWNER } },
    {
      url,
      displayName: entry.name,
      description: entry.description,
      include: entry.include,
      exclude: entry.exclude,
      ...(version !== null && { version }),
    },
  );
}

/** Key of an entry: where versions have addresses, each version is a source of its own. */
function keyOf(entry: CatalogEntry): string {
  const { version } = startOf(entry);
  return [entry.name.toLowerCase(), ...(version === null ? [] : [version])].join(" ");
}

/** Keys of entries that a source covers: its version, and an entry with only one version. */
function keysOf(name: string, version: string | null): string[] {
  const lower = name.toLowerCase();
  return version === null ? [lower] : [lower, `${lower} ${version}`];
}
