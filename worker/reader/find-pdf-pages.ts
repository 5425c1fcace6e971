import { toRouted } from "#worker/catalog/route.ts";
import type { listVisibleSources } from "#worker/catalog/route.ts";
import { listSections } from "#worker/content/sections.ts";
import { countTokens } from "#worker/content/tokens.ts";
import type { Ctx } from "#worker/context.ts";
import type { StoredPage } from "#worker/docs-index/pages.ts";
import { AppError } from "#worker/errors.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import type { FoundPage } from "./find-page.ts";

/** Pages of one file that are read together at most. */
const MAX_PAGES_TOGETHER = 20;

export function isPdfUrl(url: URL): boolean {
  return url.protocol === "pdf:";
}

/** The URL of PDF pages, `pdf://<set>/<file>#page=<n>`, with names plain or percent-encoded; null for text in another form. */
export function parsePdfUrl(text: string): URL | null {
  const [, set, file, hash = ""] = /^pdf:\/\/([^/#?]+)\/([^/#?]+)(#.*)?$/i.exec(text) ?? [];
  if (set === undefined || file === undefined) return null;
  return URL.parse(`pdf://${encoded(set)}/${encoded(file)}${hash}`);
}

/**
 * Pages of a PDF file of the caller's: the one that `#page=12` names, the range of `#page=12-15`, or the first ones. Other owners' files
 * are never found, whatever their names.
 */
export async function findPdfPages(
  ctx: Pick<Ctx, "services" | "now">,
  url: URL,
  rows: Awaited<ReturnType<typeof listVisibleSources>>,
): Promise<FoundPage> {
  const row = rows.find(
    ({ ownerKind, url: start }) =>
      ownerKind !== "public" && start.startsWith("pdf:") && url.href.startsWith(start),
  );
  if (!row)
    throw new AppError("not-found", "Your documents don't include this PDF. Use a URL from a search result.");
  const source = toRouted(row, false);
  const index = ctx.services.docsIndex(source.address);
  const file = url.href.slice(0, url.href.length - url.hash.length);
  const [, from, to] = /^#page=(\d{1,6})(?:-(\d{1,6}))?$/.exec(url.hash) ?? [];
  const pages: StoredPage[] = [];
  for (const page of await pageUrls(index, file, from, to)) {
    const stored = await index.readPage(page);
    if (stored) pages.push(stored);
  }
  const first = pages[0];
  if (!first)
    throw new AppError(
      "not-found",
      "That PDF has no such page, or no text on it. Use a URL from a search result.",
    );
  if (pages.length === 1) return { ...first, source };
  const markdown = pages.map((page) => page.markdown).join("\n\n");
  const name = first.title.replace(/, page \d+$/, "");
  const title = `${name}, pages ${numberOf(first.url)} to ${numberOf(pages.at(-1)?.url ?? "")}`;
  return {
    title,
    url: url.href,
    markdown,
    sections: listSections(markdown),
    tokens: countTokens(markdown),
    contentHash: await sha256Hex(`${title}\n${markdown}`),
    fetchedAt: first.fetchedAt,
    source,
  };
}

async function pageUrls(
  index: { listUrls: () => Promise<string[]> },
  file: string,
  from: string | undefined,
  to: string | undefined,
): Promise<string[]> {
  if (from !== undefined && to === undefined) return [`${file}#page=${Number(from)}`];
  const first = Number(from ?? 1);
  const last = Math.min(Number(to ?? Infinity), first + MAX_PAGES_TOGETHER - 1);
  const all = await index.listUrls();
  return all
    .filter((url) => url.startsWith(`${file}#page=`) && numberOf(url) >= first && numberOf(url) <= last)
    .toSorted((a, b) => numberOf(a) - numberOf(b));
}

function numberOf(url: string): number {
  return Number(/#page=(\d+)$/.exec(url)?.[1] ?? 0);
}

function encoded(name: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(name));
  } catch {
    return encodeURIComponent(name);
  }
}
