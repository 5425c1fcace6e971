import { readPdf } from "#worker/content/pdf/read-pdf.ts";
import type { PdfText } from "#worker/content/pdf/read-pdf.ts";
import type { SourceDocument } from "#worker/content/document.ts";
import { statedVersion } from "#worker/content/stated-version.ts";
import type { CrawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { storePage } from "#worker/crawl/store-page.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { SourceAddress } from "#worker/services.ts";
import { findRun } from "#worker/sources/find-run.ts";
import { isRemoved } from "#worker/sources/remove-source.ts";
import { removePagesOf } from "./file-pages.ts";
import { finishSet, stopSet } from "./finish-set.ts";
import { MAX_PAGES_PER_FILE } from "./limits.ts";
import { claimPdfPages } from "./pdf-allowance.ts";
import type { PdfMessage } from "./pdf-message.ts";
import { fileUrl, pageUrl, setUrl } from "./pdf-url.ts";
import { addressOf } from "./set-address.ts";
import { findFileById, updateFile } from "./file-repo.ts";
import { addIndexedPages, findSet } from "./repo.ts";
import type { PdfFileRow } from "./file-repo.ts";
import type { SetRow } from "./repo.ts";

/** Pages that are stored before the run is looked at again. */
const PART = 25;
/** Pages that are stored at the same time. */
const AT_ONCE = 5;

/**
 * Reads one file of a set and makes its pages searchable, then ends the run when it was the last file. Does nothing for a message of an
 * old generation. May be done again after a crash: stored pages are left as they are.
 */
export async function indexFile(ctx: CrawlCtx, message: PdfMessage): Promise<void> {
  const work = await findWork(ctx, message);
  if (!work) return;
  const { set, file } = work;
  await updateFile(ctx.db, file, set.generation, { status: "indexing" }, ctx.now());
  await announceChange(ctx.services, work.address.owner, "pdf-sets");

  const outcome = await readAndStore(ctx, work);
  if (outcome !== "stopped") {
    await updateFile(ctx.db, file, set.generation, outcome, ctx.now());
    await finishSet(ctx, set);
  }
  // Pages in work while the set was removed may have been stored after its index was cleared.
  if (await isRemoved(ctx, work.address)) await ctx.services.docsIndex(work.address).clear();
  else if (outcome === "stopped" && !(await isGoingOn(ctx, set))) await stopSet(ctx, set, STOPPED);
}

/** Gives up a file whose reading failed every time. */
export async function giveUpFile(ctx: CrawlCtx, message: PdfMessage): Promise<void> {
  const work = await findWork(ctx, message);
  if (!work) return;
  const { set, file } = work;
  await updateFile(ctx.db, file, set.generation, { status: "failed", error: GIVEN_UP }, ctx.now());
  await finishSet(ctx, set);
}

const STOPPED = "The run was stopped.";
const GIVEN_UP =
  "Reading this file took more time or memory than there is, at every try. Print it to a new PDF, or split it, and upload that.";

type Work = { set: SetRow; file: PdfFileRow; address: SourceAddress };

/** The work of a message; null when there is nothing to do, after unfinished work around the message is done. */
async function findWork(ctx: CrawlCtx, message: PdfMessage): Promise<Work | null> {
  const [set, file] = await Promise.all([
    findSet(ctx.db, message.setId),
    findFileById(ctx.db, message.fileId),
  ]);
  if (set?.generation !== message.generation) return null;
  if (!(await isGoingOn(ctx, set))) {
    if (isRunning(set)) await stopSet(ctx, set, STOPPED);
    return null;
  }
  if (isRunning(set) && file?.setId === set.id && isRunning(file))
    return { set, file, address: addressOf(set) };
  // The consumer was killed before it ended the run; or the file was removed when the run began, and the others wait for it.
  await finishSet(ctx, set);
  return null;
}

/** Reads and stores a file, and returns its outcome; "stopped" when the run has ended meanwhile. */
async function readAndStore(
  ctx: CrawlCtx,
  { set, file, address }: Work,
): Promise<"stopped" | Pick<PdfFileRow, "status" | "pages" | "language" | "error">> {
  const index = ctx.services.docsIndex(address);
  const url = fileUrl(setUrl(set.displayName), file.name);
  const failed = async (error: string, pages: number | null = null) => {
    // Pages of an earlier version of the file no longer match the file.
    await removePagesOf(index, url);
    return { status: "failed" as const, pages, language: null, error };
  };
  const object = await ctx.services.files.get(file.objectKey);
  if (!object) return await failed("The bytes of this file are gone. Upload it again.");
  const read = await readPdf(new Uint8Array(await object.arrayBuffer()), { maxPages: MAX_PAGES_PER_FILE });
  if (read.kind === "refused") {
    ctx.log.info("pdf.refused", { fileId: file.id, reason: read.reason });
    return await failed(read.words);
  }
  const { pages } = read;
  const { planName, left, isClaimed } = await claimPdfPages(ctx, {
    owner: addressOf(set).owner,
    file,
    pages: pages.length,
  });
  if (!isClaimed)
    return await failed(
      `This file has ${pages.length} pages, and the ${planName} plan has room for ${left} more. Remove files, or choose a larger plan.`,
      pages.length,
    );
  const stay = new Set<string>();
  for (let at = 0; at < pages.length; at += PART) {
    const part = pages.slice(at, at + PART);
    for (const page of part) if (hasText(page.markdown)) stay.add(pageUrl(url, page.number));
    await storePages(ctx, address, { url, text: read, fileName: file.name }, part);
    if (!(await addIndexedPages(ctx.db, set.id, set.generation, part.length, ctx.now()))) return "stopped";
    if (!(await isGoingOn(ctx, set))) return "stopped";
    await announceChange(ctx.services, address.owner, "pdf-sets");
  }
  await removePagesOf(index, url, stay);
  if (stay.size === 0)
    return await failed(
      "This file has no text: its pages are pictures. Run text recognition (OCR) on it and upload the result.",
      pages.length,
    );
  return { status: "indexed", pages: pages.length, language: read.language, error: null };
}

async function storePages(
  ctx: CrawlCtx,
  address: SourceAddress,
  file: { url: string; text: PdfText; fileName: string },
  pages: PdfText["pages"],
): Promise<void> {
  const index = ctx.services.docsIndex(address);
  const name = file.text.title ?? file.fileName.replace(/\.pdf$/i, "");
  const fresh = await Promise.all(
    pages
      .filter(({ markdown }) => hasText(markdown))
      .map(async ({ number, markdown }) => {
        const document = documentOf(`${name}, page ${number}`, markdown, file.text.language);
        const contentHash = await sha256Hex(`${document.title}\n${markdown}`);
        return { url: pageUrl(file.url, number), document, contentHash };
      }),
  );
  const known = new Map(
    (
      await index.knownPages(
        fresh.map(({ url }) => url),
        ctx.services.embedder.id,
      )
    ).map((page) => [page.url, page.contentHash]),
  );
  const changed = fresh.filter(({ url, contentHash }) => known.get(url) !== contentHash);
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    await Promise.all(
      changed.slice(at, at + AT_ONCE).map((page) =>
        storePage(ctx, address, {
          ...page,
          links: [],
          etag: null,
          lastModified: null,
          fetchedAt: ctx.now().getTime(),
        }),
      ),
    );
  }
}

function documentOf(title: string, markdown: string, language: string | null): SourceDocument {
  return {
    title,
    description: null,
    markdown,
    links: [],
    canonicalUrl: null,
    language,
    statedVersion: statedVersion([title]),
    noIndex: false,
    noFollow: false,
    needsBrowser: false,
  };
}

function hasText(markdown: string): boolean {
  return /[\p{L}\p{N}]/u.test(markdown);
}

function isRunning({ status }: Pick<SetRow | PdfFileRow, "status">): boolean {
  return status === "queued" || status === "indexing";
}

async function isGoingOn(ctx: CrawlCtx, set: SetRow): Promise<boolean> {
  const run = set.runId === null ? null : await findRun(ctx, addressOf(set).owner, set.runId);
  return run?.status === "CRAWLING" || run?.status === "INDEXING";
}
