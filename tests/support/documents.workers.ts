import { sources } from "#schema/index.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import type { SourceOwner } from "#worker/context.ts";
import { readDocument } from "#worker/content/document.ts";
import type { SourceDocument } from "#worker/content/document.ts";
import { storePage } from "#worker/crawl/store-page.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { newId } from "#worker/platform/ids.ts";
import { systemCtx } from "./accounts.workers.ts";

/** 21 November 2026, so that answers with a date are the same at every run. */
const FETCHED_AT = Date.UTC(2026, 10, 21);

/** A page as `readDocument` gives it, or as much of one as a test needs. */
export type TestPage = { path: string } & Pick<SourceDocument, "title" | "markdown"> &
  Partial<SourceDocument>;

const EMPTY_DOCUMENT = readDocument({ text: "", mediaType: "text/plain", url: "https://empty.test/" });

/** A source with these pages, stored and searchable as a crawl leaves it. */
export async function indexPages(
  source: { owner?: SourceOwner; name: string; url: string; version?: string },
  pages: TestPage[],
): Promise<string> {
  const { db } = systemCtx();
  const owner = source.owner ?? PUBLIC_OWNER;
  const sourceId = newId("src");
  const now = new Date(FETCHED_AT);
  await db.insert(sources).values({
    id: sourceId,
    ownerKind: owner.kind,
    ownerId: owner.id,
    kind: "site",
    name: source.name,
    url: source.url,
    version: source.version ?? null,
    totalPages: pages.length,
    createdAt: now,
    updatedAt: now,
  });
  for (const { path, ...page } of pages) {
    await storePage(
      systemCtx(),
      { owner, indexId: "default", sourceId, homePrincipal: null },
      {
        url: new URL(path, source.url).href,
        document: { ...EMPTY_DOCUMENT, ...page },
        contentHash: await sha256Hex(`${page.title}\n${page.markdown}`),
        links: [],
        etag: null,
        lastModified: null,
        fetchedAt: FETCHED_AT,
      },
    );
  }
  return sourceId;
}
