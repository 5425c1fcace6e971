import { splitChunks } from "#worker/content/chunks.ts";
import { listSections } from "#worker/content/sections.ts";
import { withoutShared } from "#worker/content/shared-text.ts";
import type { PutPage, UntidyPage } from "#worker/docs-index/pages.ts";
import { embedPassages } from "#worker/platform/embedder/embed-or-words.ts";
import type { SourceAddress } from "#worker/services.ts";
import type { CrawlCtx } from "./crawl-ctx.ts";
import { readShared } from "./store-page.ts";
import type { KnownShared } from "./store-page.ts";

const PART = 20;

type TidyCtx = Pick<CrawlCtx, "services" | "log">;

/**
 * Takes what the pages of a source share off each of them, and gives pages with the same title titles that tell them apart. The
 * source stays searchable meanwhile, and chunks whose text stays keep their vectors. A second call finds nothing to do.
 * Returns how many pages were stored again.
 */
export async function tidyPages(ctx: TidyCtx, address: SourceAddress): Promise<number> {
  const index = ctx.services.docsIndex(address);
  const shared = await readShared(ctx, address, { isNewCount: true });
  let replaced = 0;
  let after: number | null = 0;
  while (after !== null) {
    const part: { pages: UntidyPage[]; next: number | null } = await index.untidyPages(after, PART);
    for (const page of part.pages) {
      const tidy = await tidyPage(ctx, page, shared);
      if (tidy === null) continue;
      await index.replacePage(tidy);
      replaced++;
    }
    after = part.next;
  }
  await index.tellTitlesApart();
  return replaced;
}

/** Null when the embedder does not answer: the page keeps its vectors and what it shares until the next run. */
async function tidyPage(ctx: TidyCtx, page: UntidyPage, shared: KnownShared): Promise<PutPage | null> {
  const { embedder } = ctx.services;
  const { title, markdown } = withoutShared(page, shared);
  const sections = listSections(markdown);
  const chunks = splitChunks(markdown, sections);
  const known = page.embedderId === embedder.id ? vectorsOf(page) : new Map<string, Int8Array>();
  const fresh = chunks.filter((chunk) => !known.has(keyOf(chunk)));
  if (fresh.length > 0) {
    const { vectors } = await embedPassages(
      ctx,
      fresh.map((chunk) => ({ title, heading: chunk.headingPath.join(" > "), body: chunk.text })),
    );
    if (vectors === null) return null;
    for (const [at, chunk] of fresh.entries()) known.set(keyOf(chunk), vectors[at]!);
  }
  return {
    ...page,
    title,
    markdown,
    sections,
    chunks,
    vectors: chunks.map((chunk) => known.get(keyOf(chunk))!),
    embedderId: embedder.id,
    sharedRevision: shared.revision,
  };
}

/** The vectors of a page's chunks by their text. */
function vectorsOf({ chunks, vectors }: UntidyPage): Map<string, Int8Array> {
  if (vectors === null || chunks.length === 0) return new Map();
  const dims = vectors.length / chunks.length;
  return new Map(chunks.map((chunk, at) => [keyOf(chunk), vectors.slice(at * dims, (at + 1) * dims)]));
}

function keyOf({ headingPath, text }: { headingPath: string[]; text: string }): string {
  return `${headingPath.join("\n")}\n\n${text}`;
}
