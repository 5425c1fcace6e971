import { splitChunks } from "#worker/content/chunks.ts";
import { listSections } from "#worker/content/sections.ts";
import { NOTHING_SHARED, withoutShared } from "#worker/content/shared-text.ts";
import type { SharedText } from "#worker/content/shared-text.ts";
import type { Ctx } from "#worker/context.ts";
import type { PutOutcome } from "#worker/docs-index/pages.ts";
import { embedPassages } from "#worker/platform/embedder/embed-or-words.ts";
import type { SourceAddress } from "#worker/services.ts";
import type { FreshPage } from "./crawl-page.ts";

/** Text that the pages of an index share, ready to be taken off a page. */
export type KnownShared = SharedText & { revision: number };

const UNKNOWN: KnownShared = { ...NOTHING_SHARED, revision: 0 };

/**
 * Cuts a page into sections and chunks, embeds the chunks and puts all of it into the source's index, without the text known as `shared`
 * by its pages. The `contentHash` stays that of the text as read.
 */
export async function storePage(
  ctx: Pick<Ctx, "services" | "log">,
  address: SourceAddress,
  page: FreshPage,
  shared: KnownShared = UNKNOWN,
): Promise<PutOutcome> {
  const { description, language } = page.document;
  const { title, markdown } = withoutShared({ ...page.document, url: page.url }, shared);
  const sections = listSections(markdown);
  const chunks = splitChunks(markdown, sections);
  const { vectors, embedderId } = await embedPassages(
    ctx,
    chunks.map((chunk) => ({ title, heading: chunk.headingPath.join(" > "), body: chunk.text })),
  );
  return await ctx.services.docsIndex(address).putPage({
    url: page.url,
    title,
    description,
    markdown,
    links: page.links,
    etag: page.etag,
    lastModified: page.lastModified,
    contentHash: page.contentHash,
    fetchedAt: page.fetchedAt,
    sections,
    chunks,
    vectors,
    embedderId,
    language,
    statedVersion: page.document.statedVersion,
    sharedRevision: shared.revision,
  });
}

/** Reads the text that the index of a source knows as shared by its pages. */
export async function readShared(
  { services }: Pick<Ctx, "services">,
  address: SourceAddress,
  options: { isNewCount?: boolean } = {},
): Promise<KnownShared> {
  const { revision, lines, titleParts } = await services.docsIndex(address).sharedLines(options);
  return {
    revision,
    keepers: new Map(lines.map(({ key, keeper }) => [key, keeper])),
    titleParts: new Set(titleParts),
  };
}

/** `readShared` asked once for many pages, when the first page needs it. The end of a run makes good what this reading misses. */
export function sharedOnce(
  ctx: Pick<Ctx, "services" | "log">,
  address: SourceAddress,
): () => Promise<KnownShared> {
  let asked: Promise<KnownShared> | null = null;
  return () =>
    (asked ??= readShared(ctx, address).catch((error: unknown) => {
      ctx.log.error("crawl.shared-unknown", error);
      return UNKNOWN;
    }));
}
