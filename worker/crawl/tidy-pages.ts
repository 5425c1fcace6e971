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
/** Parts of one call, so up to 400 pages, each with a request to the index and one to the embedder; an invocation may make 1,000. */
const PARTS_A_CALL = 20;

type TidyCtx = Pick<CrawlCtx, "services" | "log" | "now">;

/**
 * Takes shared text off each page of a source. The source stays searchable meanwhile, and chunks whose text stays keep their vectors.
 * Tells how many pages were stored again. A call looks at `PART` pages at least, and at more until `deadline`, in milliseconds since
 * 1970; `next` is the `after` of the following call, null when all is done. A second run from the beginning finds nothing to do.
 */
export async function tidyPages(
  ctx: TidyCtx,
  address: SourceAddress,
  { after: from, deadline }: { after: number; deadline: number },
): Promise<{ replaced: number; next: number | null }> {
  const index = ctx.services.docsIndex(address);
  // A new count in the middle of the work would miss the frame that half of the pages have lost by then.
  const shared = await readShared(ctx, address, { isNewCount: from === 0 });
  let replaced = 0;
  let after: number | null = from;
  for (let parts = 0; after !== null; parts++) {
    if (parts === PARTS_A_CALL || (parts > 0 && ctx.now().getTime() >= deadline))
      return { replaced, next: after };
    const part: { pages: UntidyPage[]; next: number | null } = await index.untidyPages(after, PART);
    for (const page of part.pages) {
      const tidy = await tidyPage(ctx, page, shared);
      if (tidy === null) continue;
      await index.replacePage(tidy);
      replaced++;
    }
    after = part.next;
  }
  return { replaced, next: null };
}

/** The tidied page, or null when the embedder does not answer: the page keeps its vectors and shared text until the next run. */
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
