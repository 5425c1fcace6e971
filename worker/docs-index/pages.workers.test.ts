import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { askIndex } from "./packed-candidates.ts";
import { newIndex, STATE, STATE_TEXT, urlsWith, WEBHOOKS } from "./test-index.ts";
import type { TestIndex } from "./test-index.ts";
import { EMBEDDER_ID, pageOf, questionOf } from "./test-pages.ts";

describe("storing pages", () => {
  it("adds, replaces and removes a page with all that hangs on it; the same content writes nothing", async () => {
    const index = newIndex();
    const page = await pageOf(STATE, STATE_TEXT);
    expect(await index.putPage(page)).toBe("added");
    const totals = {
      pages: 1,
      chunks: page.chunks.length,
      tokens: sum(page.chunks.map(({ tokens }) => tokens)),
    };
    expect(await index.totals()).toEqual(totals);

    const writes = await countWrites(index);
    expect(await index.putPage({ ...page, fetchedAt: page.fetchedAt + 1, etag: '"new"' })).toBe("unchanged");
    expect(await countWrites(index)).toBe(writes);

    const shorter = await pageOf(STATE, "# State\n\nNothing but a quokka.");
    expect(await index.putPage(shorter)).toBe("changed");
    expect(await index.totals()).toEqual({ pages: 1, chunks: 1, tokens: shorter.chunks[0]!.tokens });
    expect(await urlsWith(index, "persist")).toEqual([]);
    expect(await urlsWith(index, "quokka")).toEqual([STATE]);

    expect(await index.removePages([STATE, STATE, "https://docs.test/never"])).toBe(1);
    expect(await index.removePages([STATE])).toBe(0);
    expect(await index.totals()).toEqual({ pages: 0, chunks: 0, tokens: 0 });
    expect((await askIndex(index, await questionOf("quokka"))).candidates).toEqual([]);
    expect(await rowsLeft(index)).toEqual({
      page: 0,
      page_piece: 0,
      chunk: 0,
      chunk_terms: 0,
    });
  });

  it("counts a page as changed when another embedder made its vectors", async () => {
    const index = newIndex();
    const page = await pageOf(STATE, STATE_TEXT);
    await index.putPage(page);
    // A model that does not answer takes no vectors away.
    const withoutVectors = { ...page, vectors: null, embedderId: null };
    expect(await index.putPage(withoutVectors)).toBe("unchanged");
    const ofAnother = { ...page, etag: '"1"', embedderId: "another/1" };
    expect(await index.putPage(ofAnother)).toBe("changed");
    expect(await index.putPage(ofAnother)).toBe("unchanged");
    expect(await index.knownPages([STATE], "another/1")).toMatchObject([{ etag: '"1"' }]);
    expect(await index.knownPages([STATE], EMBEDDER_ID)).toMatchObject([{ etag: null, contentHash: "" }]);
    const { candidates } = await askIndex(index, await questionOf("persist state"));
    expect(new Set(candidates.map(({ cosine }) => cosine))).toEqual(new Set([null]));
  });

  it("takes a page without vectors, and reads it again for them", async () => {
    const index = newIndex();
    const page = await pageOf(STATE, STATE_TEXT);
    expect(await index.putPage({ ...page, vectors: null, embedderId: null })).toBe("added");
    expect(await index.knownPages([STATE], EMBEDDER_ID)).toMatchObject([{ contentHash: "" }]);
    expect(await index.putPage(page)).toBe("changed");
    expect(await index.knownPages([STATE], EMBEDDER_ID)).toMatchObject([{ contentHash: page.contentHash }]);
  });

  it("never gives a chunk's id to another text", async () => {
    const index = newIndex();
    await index.putPage(await pageOf(STATE, "# One\n\nfirst text"));
    const [old] = (await askIndex(index, await questionOf("first"))).candidates;
    await index.putPage(await pageOf(STATE, "# One\n\nsecond text"));
    await index.removePages([STATE]);
    await index.putPage(await pageOf(STATE, "# One\n\nthird text"));
    expect(await index.chunkTexts([old!.chunkId])).toEqual([]);
  });

  it("refuses vectors that do not fit the chunks, and keeps what was there", async () => {
    const index = newIndex();
    const page = await pageOf(STATE, STATE_TEXT);
    await index.putPage(page);
    const broken = { ...page, contentHash: "other", vectors: page.vectors!.slice(1) };
    await runInDurableObject(index, async (object) => {
      await expect(object.putPage(broken)).rejects.toThrow("vectors for");
    });
    expect(await index.readPage(STATE)).toMatchObject({ contentHash: page.contentHash });
  });

  it("holds what is longer than a row may be", async () => {
    const index = newIndex();
    const long = `# Long\n\n${"Zażółć gęślą jaźń – 文档 text. ".repeat(90_000)}`;
    const links = Array.from(
      { length: 40_000 },
      (_, i) => `https://docs.test/a/rather/long/path/number/${i}`,
    );
    const page = await pageOf(STATE, "# Long");
    await index.putPage({ ...page, markdown: long, links });
    expect((await index.readPage(STATE))!.markdown).toBe(long);
    expect((await index.knownPages([STATE], EMBEDDER_ID))[0]!.links).toEqual(links);
  });
});

describe("reading pages", () => {
  it("gives pages, validators, chunks and totals; strangers give nothing", async () => {
    const index = newIndex();
    const page = await pageOf(STATE, STATE_TEXT, {
      links: [WEBHOOKS],
      etag: '"1"',
      description: "About state",
    });
    await index.putPage(page);
    const { url, title, description, markdown, sections, contentHash, fetchedAt } = page;
    const { tokens } = await index.totals();
    expect(await index.readPage(STATE)).toEqual({
      url,
      title,
      description,
      markdown,
      sections,
      contentHash,
      fetchedAt,
      tokens,
    });
    expect(await index.readPage(WEBHOOKS)).toBeNull();
    expect(await index.knownPages([WEBHOOKS, STATE], EMBEDDER_ID)).toEqual([
      { url, etag: '"1"', lastModified: null, contentHash, links: [WEBHOOKS] },
    ]);
    expect(await index.listUrls()).toEqual([STATE]);
    expect(await index.findUrlOfText(contentHash)).toBe(STATE);
    expect(await index.findUrlOfText("another")).toBeNull();

    const { candidates } = await askIndex(index, await questionOf("persist state", { limit: 3 }));
    const ids = candidates.map(({ chunkId }) => chunkId);
    const texts = await index.chunkTexts([ids[2]!, 999_999, ids[0]!]);
    expect(texts).toEqual([
      { chunkId: ids[2], text: page.chunks[candidates[2]!.ordinal]!.text },
      { chunkId: ids[0], text: page.chunks[candidates[0]!.ordinal]!.text },
    ]);
  });

  it("gives no validators of a page that an older version analysed, so that it is read again (fault 50)", async () => {
    const index = newIndex();
    const page = await pageOf(STATE, STATE_TEXT, { links: [WEBHOOKS], etag: '"1"' });
    await index.putPage(page);
    await runInDurableObject(index, (_, { storage }) => {
      storage.sql.exec("UPDATE page SET analysis_version = 0");
    });
    expect(await index.knownPages([STATE], EMBEDDER_ID)).toEqual([
      { url: STATE, etag: null, lastModified: null, contentHash: "", links: [WEBHOOKS] },
    ]);
    expect(await index.findUrlOfText(page.contentHash)).toBeNull();
    expect(await index.putPage(page)).toBe("changed");
    expect((await index.knownPages([STATE], EMBEDDER_ID))[0]!.etag).toBe('"1"');
  });

  it("answers for an index that nothing was put into, and creates nothing for it", async () => {
    const index = newIndex();
    expect(await index.knownPages([STATE], EMBEDDER_ID)).toEqual([]);
    expect(await index.listUrls()).toEqual([]);
    expect(await index.findUrlOfText("any")).toBeNull();
    expect(await index.readPage(STATE)).toBeNull();
    expect(await index.chunkTexts([1])).toEqual([]);
    expect(await index.rankWithinPage(STATE, [await questionOf("state")])).toEqual([]);
    expect(await index.removePages([STATE])).toBe(0);
    const { stats, candidates } = await askIndex(index, await questionOf("persist state"));
    expect([stats.chunks, stats.chunkFrequencies, candidates]).toEqual([0, [0, 0], []]);
    const tables = await runInDurableObject(index, (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master").toArray(),
    );
    expect(tables).toEqual([]);
  });

  it("is empty after it is cleared, and takes pages again", async () => {
    const index = newIndex();
    await index.putPage(await pageOf(STATE, STATE_TEXT));
    await index.clear();
    await index.clear();
    expect(await index.totals()).toEqual({ pages: 0, chunks: 0, tokens: 0 });
    expect(await index.putPage(await pageOf(STATE, STATE_TEXT))).toBe("added");
    expect(await urlsWith(index, "persist")).toEqual([STATE]);
  });
});

function countWrites(index: TestIndex): Promise<unknown> {
  return runInDurableObject(
    index,
    (_, { storage }) => storage.sql.exec("SELECT total_changes() AS n").one().n,
  );
}

function rowsLeft(index: TestIndex): Promise<Record<string, unknown>> {
  return runInDurableObject(index, (_, { storage }) =>
    Object.fromEntries(
      ["page", "page_piece", "chunk", "chunk_terms"].map((table) => [
        table,
        storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one().n,
      ]),
    ),
  );
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
