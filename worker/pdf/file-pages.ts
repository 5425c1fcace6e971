import type { DocsIndex } from "#worker/docs-index/docs-index.ts";

const REMOVE_PART = 200;

/** Takes the pages of a file out of the index, besides those that stay. */
export async function removePagesOf(
  index: Pick<DurableObjectStub<DocsIndex>, "listUrls" | "removePages">,
  url: string,
  stay: ReadonlySet<string> = new Set(),
): Promise<void> {
  const pages = await index.listUrls();
  const gone = pages.filter((page) => page.startsWith(`${url}#`) && !stay.has(page));
  for (let at = 0; at < gone.length; at += REMOVE_PART)
    await index.removePages(gone.slice(at, at + REMOVE_PART));
}
