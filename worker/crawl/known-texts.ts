import type { DocsIndex } from "#worker/docs-index/docs-index.ts";

/** Which stored page has a text. */
export type KnownTexts = { urlOf(contentHash: string): Promise<string | null> };

const PART = 200;

/**
 * The texts that an index had when a ticket first asked. Needed when a site that is crawled again has one text under two
 * addresses: the one that is stored stays the original, whichever of the two comes first this time.
 */
export function createKnownTexts(
  index: Pick<DurableObjectStub<DocsIndex>, "listUrls" | "knownPages">,
): KnownTexts {
  let loading: Promise<Map<string, string>> | null = null;
  return {
    async urlOf(contentHash) {
      loading ??= load(index);
      return (await loading).get(contentHash) ?? null;
    },
  };
}

async function load(index: Pick<DurableObjectStub<DocsIndex>, "listUrls" | "knownPages">) {
  const byHash = new Map<string, string>();
  const urls = await index.listUrls();
  for (let at = 0; at < urls.length; at += PART) {
    for (const page of await index.knownPages(urls.slice(at, at + PART))) {
      if (!byHash.has(page.contentHash)) byHash.set(page.contentHash, page.url);
    }
  }
  return byHash;
}
