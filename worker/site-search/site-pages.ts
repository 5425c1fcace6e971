import { readDocument } from "#worker/content/document.ts";
import type { Ctx } from "#worker/context.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import { storePage } from "#worker/crawl/store-page.ts";
import { AppError } from "#worker/errors.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { SourceAddress } from "#worker/services.ts";

/** Address of the index with this site's pages; no catalog leads there, so no agent is answered from them. */
export const SITE_ADDRESS: SourceAddress = {
  owner: PUBLIC_OWNER,
  indexId: "site",
  sourceId: "pages",
  homePrincipal: null,
};

/** Context of the site's search. `siteText` gives every public page in one text, as llms-full.txt has them; null when there is none. */
export type SiteCtx = Pick<Ctx, "services" | "log" | "now"> & { siteText: () => Promise<string | null> };

/** Start of each page in that text: its front matter, of which the title is first. */
const PAGE_START = /^(?=---\ntitle: ")/m;
const PAGE_URL = /^url: "([^"]+)"$/m;

/**
 * Makes the index hold this site's present pages: changed ones are stored, missing ones removed. A second call writes nothing. Unavailable
 * when the texts are not there, as in development.
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
  // The title is no section on the page, so it takes no anchor from a section of the same name.
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
