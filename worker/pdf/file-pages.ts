import type { DocsIndex } from "#worker/docs-index/docs-index.ts";
import { fileUrl, setUrl } from "./pdf-url.ts";
import type { PdfFileRow } from "./file-repo.ts";
import type { SetRow } from "./repo.ts";

type Pages = Pick<DurableObjectStub<DocsIndex>, "listUrls" | "removePages">;

const REMOVE_PART = 200;

/** Removes the pages of a file from the index, except those that stay. */
export async function removePagesOf(
  index: Pages,
  url: string,
  stay: ReadonlySet<string> = new Set(),
): Promise<void> {
  await removePages(index, (page) => page.startsWith(`${url}#`) && !stay.has(page));
}

/** Removes pages whose file no longer exists from the index: pages in work while the file was removed. */
export async function removeStrayPages(
  index: Pages,
  { displayName }: Pick<SetRow, "displayName">,
  files: Pick<PdfFileRow, "name">[],
): Promise<void> {
  const urls = new Set(files.map(({ name }) => fileUrl(setUrl(displayName), name)));
  await removePages(index, (page) => !urls.has(page.split("#", 1)[0] ?? ""));
}

async function removePages(index: Pages, isGone: (page: string) => boolean): Promise<void> {
  const gone = (await index.listUrls()).filter(isGone);
  for (let at = 0; at < gone.length; at += REMOVE_PART)
    await index.removePages(gone.slice(at, at + REMOVE_PART));
}
