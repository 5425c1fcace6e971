import { splitChunks } from "#worker/content/chunks.ts";
import { listSections } from "#worker/content/sections.ts";
import type { Ctx } from "#worker/context.ts";
import type { PutOutcome } from "#worker/docs-index/pages.ts";
import { embedPassages } from "#worker/platform/embedder/embed-or-words.ts";
import type { SourceAddress } from "#worker/services.ts";
import type { FreshPage } from "./crawl-page.ts";

/** Cuts a page into sections and chunks, embeds them and puts all of it into the source's index. */
export async function storePage(
  ctx: Pick<Ctx, "services" | "log">,
  address: SourceAddress,
  page: FreshPage,
): Promise<PutOutcome> {
  const { title, description, markdown } = page.document;
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
    language: page.document.language,
  });
}
