import { readDocument } from "#worker/content/document.ts";
import type { Ctx } from "#worker/context.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import { storePage } from "#worker/crawl/store-page.ts";
import { AppError } from "#worker/errors.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { SourceAddress } from "#worker/services.ts";

/** Where the pages of this site are indexed; no catalogue leads there, so no agent is answered from them. */
export const SITE_ADDRESS: SourceAddress = {
  owner: PUBLIC_OWNER,
  indexId: "site",
  sourceId: "pages",
  homePrincipal: null,
};

/** `siteText` gives every public page of this site in one text, as llms-full.txt has them; null when there is none. */
export type SiteCtx = Pick<Ctx, "services" | "log" | "now"> & { siteText: () => Promise<string | null> };

/** Each page of that text begins with its front matter, of which the title is first. */
const PAGE_START = /^(?=---\ntitle: ")/m;
const PAGE_URL = /^url: "([^"]+)"$/m;

/**
 * Makes the index hold this site's pages as they are now: those that changed are stored, those that are gone are removed.
 * The second time nothing is written. Unavailable when the texts are not there, as in development.
 */
export async function indexSite(ctx: SiteCtx): Promise<void> {
  const text = await ctx.siteText();
  if (text === null)
    throw new AppError("unavailable", "The documentation of this copy cannot be searched: it was not built.");
  const pages = text.split(PAGE_START).flatMap((page) => {
    const url = PAGE_URL.exec(page)?.[1];
    return url ? [{ url, text: page }] : [];
  });
  const index = ctx.services.docsIndex(SITE_ADDRESS);
  const urls = pages.map(({ url }) => url);
  const known = new Map(
    (await index.knownPages(urls, ctx.services.embedder.id)).map(({ url, contentHash }) => [
      url,
      contentHash,
    ]),
  );
  for (const page of pages) {
    const contentHash = await sha256Hex(page.text);
    if (known.get(page.url) !== contentHash) await store(ctx, { ...page, contentHash });
  }
  const gone = (await index.listUrls()).filter((url) => !urls.includes(url));
  if (gone.length > 0) await index.removePages(gone);
}

async function store(ctx: SiteCtx, page: { url: string; text: string; contentHash: string }): Promise<void> {
  const { url, text, contentHash } = page;
  // On the page the title is no section, so it takes no anchor from one of the same name.
  const body = text.replace(/^# .*\n/m, "");
  const document = readDocument({ text: body, mediaType: "text/markdown", url });
  await storePage(ctx, SITE_ADDRESS, {
    url,
    document,
    contentHash,
    links: [],
    etag: null,
    lastModified: null,
    fetchedAt: ctx.now().getTime(),
  });
}
