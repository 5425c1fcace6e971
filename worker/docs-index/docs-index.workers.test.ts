import { env, runInDurableObject } from "cloudflare:test";
import state from "../../node_modules/agents/docs/state.md?raw";
import { describe, expect, it } from "vitest";
import { staticEmbedder } from "#worker/platform/embedder/static-embedder.ts";
import type { IndexQuery } from "./candidates.ts";
import type { PutPage } from "./pages.ts";
import { analyzeQuestion } from "./terms.ts";

const embedder = staticEmbedder();

describe("DocsIndex", () => {
  it("stores, replaces and removes pages, and an unchanged page writes nothing", async () => {
    const index = newIndex();
    expect(await index.totals()).toEqual({ pages: 0, chunks: 0, tokens: 0 });
    const page = await pageOf("https://docs.test/state", state);
    expect(await index.putPage(page)).toBe("added");
    const totals = await index.totals();
    expect(totals).toEqual({
      pages: 1,
      chunks: page.chunks.length,
      tokens: sum(page.chunks.map((chunk) => chunk.tokens)),
    });

    const changes = () =>
      runInDurableObject(index, (_, { storage }) => storage.sql.exec("SELECT total_changes() AS n").one().n);
    const before = await changes();
    expect(await index.putPage({ ...page, fetchedAt: page.fetchedAt + 1 })).toBe("unchanged");
    expect(await changes()).toBe(before);
    expect(await index.totals()).toEqual(totals);

    const shorter = await pageOf("https://docs.test/state", "# State\n\nNothing but a quokka.");
    expect(await index.putPage(shorter)).toBe("changed");
    expect(await index.totals()).toEqual({ pages: 1, chunks: 1, tokens: shorter.chunks[0]!.tokens });
    expect(await urlsFor(index, "persist")).toEqual([]);
    expect(await urlsFor(index, "quokka")).toEqual(["https://docs.test/state"]);

    expect(await index.removePages(["https://docs.test/state", "https://docs.test/never"])).toBe(1);
    expect(await index.removePages(["https://docs.test/state"])).toBe(0);
    expect(await index.totals()).toEqual({ pages: 0, chunks: 0, tokens: 0 });
    expect((await index.findCandidates(await questionOf("quokka"))).candidates).toEqual([]);
  });
});

function newIndex() {
  return env.DOCS_INDEX.getByName(`test/${crypto.randomUUID()}`);
}

async function questionOf(question: string, limit = 100): Promise<IndexQuery> {
  return {
    ...analyzeQuestion(question),
    vector: await embedder.embedQuery(question),
    embedderId: embedder.id,
    limit,
  };
}

/** Pages of the candidates that hold a term of the question, best first. */
async function urlsFor(index: ReturnType<typeof newIndex>, question: string): Promise<string[]> {
  const { candidates } = await index.findCandidates(await questionOf(question));
  const holding = candidates.filter(({ page }) => page.body.counts.some((count) => count > 0));
  return [...new Set(holding.map(({ url }) => url))];
}

/** A page cut at its headings. */
async function pageOf(url: string, markdown: string, overrides: Partial<PutPage> = {}): Promise<PutPage> {
  const starts = [
    0,
    ...Array.from(markdown.matchAll(/^#{1,4} /gm), ({ index }) => index).filter((index) => index > 0),
  ];
  const title = /^# (.*)/m.exec(markdown)?.[1] ?? "";
  const sections = starts.map((start, i) => {
    const end = starts[i + 1] ?? markdown.length;
    const [, marks = "", heading = ""] = /^(#+) (.*)/.exec(markdown.slice(start, end)) ?? [];
    const anchor = heading.toLowerCase().replaceAll(/\W+/g, "-") || null;
    return {
      heading,
      level: marks.length,
      anchor,
      path: heading === title ? [title] : [title, heading],
      start,
      end,
    };
  });
  const chunks = sections.map(({ anchor, path, start, end }, ordinal) => {
    const text = markdown.slice(start, end);
    return { ordinal, anchor, headingPath: path, start, end, text, tokens: Math.ceil(text.length / 4) };
  });
  const vectors = await embedder.embedPassages(
    chunks.map(({ headingPath, text }) => ({ title, heading: headingPath.join(" > "), body: text })),
  );
  const contentHash = `${title} ${markdown.length} ${markdown.slice(-20)}`;
  return {
    url,
    title,
    description: null,
    markdown,
    links: [],
    etag: null,
    lastModified: null,
    contentHash,
    fetchedAt: 1_700_000_000_000,
    sections,
    chunks,
    vectors,
    embedderId: embedder.id,
    ...overrides,
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
