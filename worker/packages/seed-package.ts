import { AppError } from "#worker/errors.ts";
import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { scopeOf } from "#worker/runs/crawl-scope.ts";
import type { CrawlStart, TypesCheck } from "#worker/runs/crawl-steps.ts";
import { storePage } from "#worker/crawl/store-page.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { FetchRefused } from "#worker/platform/guarded-fetch.ts";
import { reservePages } from "#worker/sources/reserve-pages.ts";
import { endJobRun } from "#worker/sources/settle-job-run.ts";
import { compareWithTypes } from "./compare-with-types.ts";
import { packageUrl } from "./package-ref.ts";
import type { PackageAtVersion } from "./package-ref.ts";
import { readPackage, readTypes } from "./read-package.ts";
import type { PackagePage } from "./read-package.ts";
import { TarRefused } from "./read-tar.ts";
import { findPackage } from "./registry.ts";

const MAX_ARCHIVE_BYTES = 24 * 1024 * 1024;
const ARCHIVE_TIMEOUT_MS = 60_000;
/** Pages that are stored between two signs of life to the run, which takes silence for death. */
const PART = 50;

/**
 * Reads the archive of a package and stores its documents, all in one step: the archive is one file. Documents that are stored already
 * stay. May run again after a crash. When the package cannot be read the run ends here, with the reason.
 */
export async function seedPackage(ctx: CrawlCtx, start: CrawlStart, ref: PackageAtVersion): Promise<void> {
  const read = await fetchPages(ctx, ref).catch((error: unknown) => {
    if (error instanceof AppError || error instanceof FetchRefused || error instanceof TarRefused)
      return error;
    throw error;
  });
  const error =
    read instanceof Error
      ? wordsFor(read)
      : read.pages.length === 0
        ? "This package has no documentation."
        : null;
  if (error !== null || read instanceof Error) {
    await endJobRun(ctx, start.runId, { status: "FAILED", error: error ?? "" });
    await ctx.services.crawlRun(start.runId).settle({ phase: "failed", error });
    return;
  }
  await store(ctx, start, ref, read);
}

type ReadPackage = { pages: PackagePage[]; types: TypesCheck | null };

async function fetchPages(ctx: CrawlCtx, ref: PackageAtVersion): Promise<ReadPackage> {
  const found = await findPackage(ctx, ref);
  if (found.archiveUrl === null) return { pages: await readPackage(found, null), types: null };
  const { status, bytes } = await ctx.services.guardedFetch(found.archiveUrl, {
    maxBytes: MAX_ARCHIVE_BYTES,
    totalTimeoutMs: ARCHIVE_TIMEOUT_MS,
  });
  if (status !== 200) throw new AppError("unavailable", `The registry answered ${status} for the archive.`);
  const pages = await readPackage(found, bytes);
  const hasTypes = pages.some(({ url }) => url.endsWith(".d.ts"));
  return { pages, types: hasTypes ? compareWithTypes(found.name, pages, await readTypes(bytes)) : null };
}

async function store(
  ctx: CrawlCtx,
  start: CrawlStart,
  ref: PackageAtVersion,
  { pages, types }: ReadPackage,
): Promise<void> {
  const { services } = ctx;
  const run = services.crawlRun(start.runId);
  const index = services.docsIndex(start.address);
  const hasStoredPages = (await index.listUrls()).length > 0;
  const message = { generation: start.generation, scope: scopeOf(start.startUrl), hasStoredPages };
  const room = await roomFor(ctx, start, pages.length);
  const wanted = pages.slice(0, room);
  const left = pages.slice(room).map(({ url }) => url);
  if (left.length > 0) await run.seed({ ...message, seededFrom: null, urls: left, outcome: "over-limit" });
  for (let at = 0; at < wanted.length; at += PART) {
    const part = wanted.slice(at, at + PART);
    const known = new Map(
      (
        await index.knownPages(
          part.map(({ url }) => url),
          services.embedder.id,
        )
      ).map((page) => [page.url, page]),
    );
    const urls = { indexed: [] as string[], unchanged: [] as string[], excluded: [] as string[] };
    for (const { url, document } of part) {
      const contentHash = await sha256Hex(`${document.title}\n${document.markdown}`);
      const before = known.get(url);
      const isStored = before?.contentHash === contentHash;
      // In a source that was empty before this run, this run itself stored the page.
      if (before?.isLeftOut) urls.excluded.push(url);
      else urls[isStored && hasStoredPages ? "unchanged" : "indexed"].push(url);
      if (isStored) continue;
      await storePage(ctx, start.address, {
        url,
        document,
        contentHash,
        links: [],
        etag: null,
        lastModified: null,
        fetchedAt: ctx.now().getTime(),
      });
    }
    await run.seed({ ...message, seededFrom: null, urls: urls.indexed, outcome: "indexed" });
    await run.seed({ ...message, seededFrom: null, urls: urls.unchanged, outcome: "unchanged" });
    await run.seed({ ...message, seededFrom: null, urls: urls.excluded, outcome: "excluded" });
  }
  const seededFrom = {
    from: "package" as const,
    url: packageUrl(ref),
    pages: pages.length,
    ...(types && { types }),
  };
  await run.seed({ ...message, seededFrom, urls: [], isLast: true });
}

async function roomFor(ctx: CrawlCtx, start: CrawlStart, pages: number): Promise<number> {
  const { address, generation, pageLimit, planPages } = start;
  const upTo = Math.min(pages, pageLimit);
  if (planPages === null) return upTo;
  const { sourceId } = address;
  const reserved = await reservePages(ctx, { sourceId, generation, planPages, upTo });
  return Math.min(upTo, reserved ?? upTo);
}

function wordsFor(error: AppError | FetchRefused | TarRefused): string {
  if (error instanceof AppError) return error.message;
  return `The archive of this package is not read: ${error.message}. Index again later, or index its site instead.`;
}
