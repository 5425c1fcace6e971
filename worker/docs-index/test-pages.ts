import { env } from "cloudflare:test";
import { assetFiles } from "#worker/platform/data-files.ts";
import { staticEmbedder } from "#worker/platform/embedder/static-embedder.ts";
import type { IndexQuery } from "./candidates.ts";
import type { PutPage } from "./pages.ts";
import { analyzeQuestion } from "./terms.ts";

const embedder = staticEmbedder(assetFiles(env.ASSETS));
export const EMBEDDER_ID = embedder.id;

/** A page for tests: markdown cut at its headings, with vectors. */
export async function pageOf(
  url: string,
  markdown: string,
  overrides: Partial<PutPage> = {},
): Promise<PutPage> {
  const headings = Array.from(markdown.matchAll(/^#{1,4} /gm), ({ index }) => index);
  const starts = [0, ...headings.filter((index) => index > 0)];
  const title = /^# (.*)/m.exec(markdown)?.[1] ?? "";
  const sections = starts.map((start, i) => {
    const end = starts[i + 1] ?? markdown.length;
    const [, marks = "", heading = ""] = /^(#+) (.*)/.exec(markdown.slice(start, end)) ?? [];
    const anchor = heading ? heading.toLowerCase().replaceAll(/\W+/g, "-") : null;
    const path = heading === title ? [title] : [title, heading];
    return { heading, level: marks.length, anchor, path, start, end };
  });
  const chunks = sections.map(({ anchor, path, start, end }, ordinal) => {
    const text = markdown.slice(start, end);
    return { ordinal, anchor, headingPath: path, start, end, text, tokens: Math.ceil(text.length / 4) };
  });
  const vectors = await embedder.embedPassages(
    chunks.map(({ headingPath, text }) => ({ title, heading: headingPath.join(" > "), body: text })),
  );
  return {
    url,
    title,
    description: null,
    markdown,
    links: [],
    etag: null,
    lastModified: null,
    contentHash: `${markdown.length}:${markdown.slice(0, 40)}:${markdown.slice(-40)}`,
    fetchedAt: 1_700_000_000_000,
    sections,
    chunks,
    vectors,
    embedderId: embedder.id,
    ...overrides,
  };
}

/** A question as a search asks it, with its vector. */
export async function questionOf(question: string, overrides: Partial<IndexQuery> = {}): Promise<IndexQuery> {
  return {
    ...analyzeQuestion(question),
    vector: await embedder.embedQuery(question),
    embedderId: embedder.id,
    limit: 100,
    ...overrides,
  };
}
