import { splitChunks } from "#worker/content/chunks.ts";
import { listSections } from "#worker/content/sections.ts";
import { NOTHING_SHARED, withoutShared } from "#worker/content/shared-text.ts";
import type { SharedText } from "#worker/content/shared-text.ts";
import type { Ctx } from "#worker/context.ts";
import type { PutOutcome } from "#worker/docs-index/pages.ts";
import { embedPassages } from "#worker/platform/embedder/embed-or-words.ts";
import type { SourceAddress } from "#worker/services.ts";
import type { FreshPage } from "./crawl-page.ts";

/** What an index says that its pages share, ready to be taken off a page. */
export type KnownShared = SharedText & { revision: number };

const UNKNOWN: KnownShared = { ...NOTHING_SHARED, revision: 0 };

/**
 * Cuts a page into sections and chunks, embeds them and puts all of it into the source's index, without what is known to be
 * `shared` by its pages. Its `contentHash` stays that of the text as it was read.
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

/** What the index of a source knows by now of what its pages share. */
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

/** The same, asked once for many pages and when the first of them needs it. The end of a run makes good what it misses. */
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
