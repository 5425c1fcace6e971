import { sources } from "#schema/index.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import type { SourceOwner } from "#worker/context.ts";
import { splitChunks } from "#worker/content/chunks.ts";
import { listSections } from "#worker/content/sections.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { newId } from "#worker/platform/ids.ts";
import { systemCtx } from "./accounts.workers.ts";

/** 21 November 2026, so that answers with a date are the same at every run. */
const FETCHED_AT = Date.UTC(2026, 10, 21);

export type TestPage = { path: string; title: string; markdown: string };

/** A source with these pages, stored and searchable as a crawl leaves it. */
export async function indexPages(
  source: { owner?: SourceOwner; name: string; url: string; version?: string },
  pages: TestPage[],
): Promise<string> {
  const { db, services } = systemCtx();
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
  const index = services.docsIndex({ owner, indexId: "default", sourceId });
  for (const { path, title, markdown } of pages) {
    const sections = listSections(markdown);
    const chunks = splitChunks(markdown, sections);
    const passages = chunks.map(({ headingPath, text }) => ({
      title,
      heading: headingPath.join(" > "),
      body: text,
    }));
    await index.putPage({
      url: new URL(path, source.url).href,
      title,
      description: null,
      markdown,
      links: [],
      etag: null,
      lastModified: null,
      contentHash: await sha256Hex(`${title}\n${markdown}`),
      fetchedAt: FETCHED_AT,
      sections,
      chunks,
      vectors: await services.embedder.embedPassages(passages),
      embedderId: services.embedder.id,
    });
  }
  return sourceId;
}
