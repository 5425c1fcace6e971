import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { array, assert, asyncProperty, constantFrom, integer, oneof, string } from "fast-check";
import { describe, expect, it } from "vitest";
import scheduling from "../../node_modules/agents/docs/scheduling.md?raw";
import state from "../../node_modules/agents/docs/state.md?raw";
import webhooks from "../../node_modules/agents/docs/webhooks.md?raw";
import { askIndex } from "./packed-candidates.ts";
import { analyzeMarkdown } from "./terms.ts";
import { EMBEDDER_ID, pageOf, questionOf } from "./test-pages.ts";

type Index = ReturnType<typeof newIndex>;

/** Enough to find what breaks at all; 5,000 were run when this was written. */
const RUNS = 100;

const STATE = "https://docs.test/api/state.html";
const SCHEDULING = "https://docs.test/api/scheduling.html";
const WEBHOOKS = "https://docs.test/guides/webhooks.html";

describe("storing pages", () => {
  it("adds, replaces and removes a page with all that hangs on it; the same content writes nothing", async () => {
    const index = newIndex();
    const page = await pageOf(STATE, state);
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
    const page = await pageOf(STATE, state);
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
    const page = await pageOf(STATE, state);
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
    const page = await pageOf(STATE, state);
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
    const page = await pageOf(STATE, state, { links: [WEBHOOKS], etag: '"1"', description: "About state" });
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

  it("gives no validators of a page that an older version analysed, so that it is read again", async () => {
    const index = newIndex();
    const page = await pageOf(STATE, state, { links: [WEBHOOKS], etag: '"1"' });
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
    await index.putPage(await pageOf(STATE, state));
    await index.clear();
    await index.clear();
    expect(await index.totals()).toEqual({ pages: 0, chunks: 0, tokens: 0 });
    expect(await index.putPage(await pageOf(STATE, state))).toBe("added");
    expect(await urlsWith(index, "persist")).toEqual([STATE]);
  });
});

describe("finding candidates", () => {
  it("finds identifiers whole and in parts", async () => {
    const index = newIndex();
    const pages: Record<string, string> = {
      react: "# Hooks\n\nCall `useEffect(fn, [dep])` after render.",
      snake: "# Runtime\n\nThe function use_effect_later runs late.",
      rust: "# Vectors\n\nA `std::vec::Vec` grows. See error[E0502] for borrows.",
      node: "# Command line\n\nStart with --max-old-space-size=4096 or `fs.readFile`.",
      scope: "# Install\n\nnpm install @cloudflare/workers-types node:fs",
    };
    for (const [name, text] of Object.entries(pages))
      await index.putPage(await pageOf(`https://x.test/${name}`, text));
    const found = async (question: string) =>
      (await urlsWith(index, question)).map((url) => url.replace("https://x.test/", "")).sort();
    expect(await found("useEffect")).toEqual(["react", "snake"]);
    expect(await found("useeffect")).toEqual(["react"]);
    expect(await found("use_effect_later")).toEqual(["react", "snake"]);
    expect(await found("effect")).toEqual(["react", "snake"]);
    expect(await found("std::vec")).toEqual(["rust"]);
    expect(await found("vec")).toEqual(["rust"]);
    expect(await found("E0502")).toEqual(["rust"]);
    expect(await found("e0502")).toEqual(["rust"]);
    expect(await found("--max-old-space-size")).toEqual(["node"]);
    expect(await found("space size")).toEqual(["node"]);
    expect(await found("fs.readFile")).toEqual(["node", "scope"]);
    expect(await found("readFile")).toEqual(["node"]);
    expect(await found("@cloudflare/workers-types")).toEqual(["scope"]);
    expect(await found("workers-types")).toEqual(["scope"]);
    expect(await found("node:fs")).toEqual(["node", "scope"]);
  });

  it("puts the section that answers first, by words and by meaning", async () => {
    const index = await indexOfDocs();
    const best = async (question: string) => {
      const { candidates } = await askIndex(index, await questionOf(question));
      return `${candidates[0]!.url}#${candidates[0]!.anchor}`;
    };
    expect(await best("cancel a scheduled task")).toMatch(/scheduling.html#.*cancel/);
    expect(await best("verify the signature of an incoming webhook")).toContain(WEBHOOKS);
    expect(await best("onStateChanged")).toContain(STATE);
  });

  it("gives every feature that ranking needs", async () => {
    const index = newIndex();
    await index.putPage(
      await pageOf(
        "https://x.test/guides/retry-policy.html",
        "# Retries\n\nRetry with a delay.\n\n## Back off\n\nThe retry delay doubles; a retry stops.",
      ),
    );
    await index.putPage(
      await pageOf("https://x.test/other", "# Other\n\nNo such thing, and a long text about nothing at all."),
    );
    const query = await questionOf('"retry delay" policy', { vector: null, embedderId: null });
    expect(query.terms.map(({ term }) => term)).toEqual(["retri", "delai", "polici"]);
    const { stats, candidates } = await askIndex(index, query);
    // Title: retri, and of the path what the title has not: guid, polici. Body: back off the retri delai doubl a retri stop.
    expect(stats).toEqual({
      chunks: 3,
      pages: 2,
      chunkMeans: { titleLength: (3 + 3 + 1) / 3, headingLength: 2 / 3, bodyLength: (5 + 9 + 12) / 3 },
      chunkFrequencies: [2, 2, 2],
      pageFrequencies: [1, 1, 1],
    });
    expect(candidates.map(({ ordinal }) => ordinal).sort()).toEqual([0, 1]);
    expect(candidates.find(({ ordinal }) => ordinal === 1)).toEqual({
      chunkId: 2,
      pageId: 1,
      url: "https://x.test/guides/retry-policy.html",
      anchor: "back-off",
      title: "Retries",
      headingPath: ["Retries", "Back off"],
      ordinal: 1,
      tokens: 13,
      pageTokens: 21,
      contentHash: expect.any(String),
      chunkHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      fetchedAt: 1_700_000_000_000,
      chunk: {
        title: { counts: [1, 0, 1], length: 3 },
        heading: { counts: [0, 0, 0], length: 2 },
        body: { counts: [2, 1, 0], length: 9 },
      },
      page: { counts: [2, 2, 2], length: 2 },
      cosine: null,
    });
  });

  it("gives equal texts equal hashes, and other texts other ones", async () => {
    const index = newIndex();
    const text = "# Same\n\nThe same words.";
    await index.putPage(await pageOf("https://x.test/a", text));
    await index.putPage(await pageOf("https://x.test/b", text));
    await index.putPage(await pageOf("https://x.test/c", `${text} `));
    const { candidates } = await askIndex(index, await questionOf("same words"));
    expect(new Set(candidates.map(({ chunkHash }) => chunkHash)).size).toBe(2);
  });

  it("keeps to the limit", async () => {
    const index = await indexOfDocs();
    for (const limit of [0, 1, 7, 10_000]) {
      const { candidates } = await askIndex(index, await questionOf("schedule state webhook", { limit }));
      const { chunks } = await index.totals();
      expect(candidates.length).toBeLessThanOrEqual(Math.min(limit, chunks));
      expect(candidates.length > 0).toBe(limit > 0);
    }
  });

  it("reads its vectors again after an eviction, and keeps them true to the tables", async () => {
    const index = await indexOfDocs();
    const question = await questionOf("zzz", {
      terms: [],
      vector: (await questionOf("cancel a scheduled task")).vector,
    });
    const nearest = async () =>
      (await askIndex(index, question)).candidates.map(({ chunkId, cosine }) => [chunkId, cosine]);
    const before = await nearest();
    expect(before[0]![1]).toBeGreaterThan(0.5);
    await evictDurableObject(index);
    expect(await nearest()).toEqual(before);

    await index.putPage(await pageOf(SCHEDULING, "# Timers\n\nCancel a scheduled task with a wombat."));
    await index.removePages([WEBHOOKS]);
    const changed = await nearest();
    expect(changed).not.toEqual(before);
    await evictDurableObject(index);
    expect(await nearest()).toEqual(changed);
    const { candidates } = await askIndex(index, question);
    expect(new Set(candidates.map(({ url }) => url))).toEqual(new Set([SCHEDULING, STATE]));
  });

  it("compares with no vectors of another embedder", async () => {
    const index = await indexOfDocs();
    const query = await questionOf("cancel a scheduled task", { embedderId: "another/1" });
    const { candidates } = await askIndex(index, query);
    expect(candidates[0]).toMatchObject({ url: SCHEDULING, cosine: null });
  });

  it("counts terms as the text has them, whatever they are made of", async () => {
    const index = newIndex();
    const nasty = string({
      unit: constantFrom(..."aB9_$.-/:@#+'\"`*() \0\n\u00a0\u3000é文ーİß한ﬁ😀"),
      maxLength: 300,
    });
    await assert(
      asyncProperty(nasty, async (text) => {
        const page = await pageOf("", "text", { contentHash: crypto.randomUUID() });
        await index.putPage({ ...page, chunks: [{ ...page.chunks[0]!, headingPath: [], text }] });
        const rows = await runInDurableObject(index, (_, { storage }) => {
          storage.sql.exec("CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5vocab(chunk_terms, row)");
          return storage.sql.exec<{ term: string; cnt: number }>("SELECT term, cnt FROM words").toArray();
        });
        const counts = new Map<string, number>();
        for (const term of analyzeMarkdown(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
        expect(new Map(rows.map(({ term, cnt }) => [term, cnt]))).toEqual(counts);
      }),
      { numRuns: RUNS },
    );
  });

  it("answers any question and any terms without an error", async () => {
    const index = await indexOfDocs();
    const hostile = oneof(
      array(integer({ min: 0, max: 0x10ffff })).map((points) => String.fromCodePoint(...points)),
      string({
        unit: constantFrom(
          ..."abc\"'`*():^-+{}[]<>|&%_\\/\0\n 文é",
          "NEAR",
          " AND ",
          " NOT ",
          " OR ",
          "title:",
        ),
      }),
    );
    await assert(
      asyncProperty(hostile, hostile, async (question, term) => {
        const query = await questionOf(question);
        await askIndex(index, query);
        await askIndex(index, { ...query, terms: [{ term, weight: 1 }] });
      }),
      { numRuns: RUNS },
    );
    const long = await questionOf("how to (state) ".repeat(1400));
    expect((await askIndex(index, long)).candidates.length).toBeGreaterThan(0);
  });

  it("stores hostile pages", async () => {
    const index = newIndex();
    const hostile = [
      "",
      "\0\0\0",
      `# ${"title ".repeat(20_000)}\n\ntext`,
      `# x\n\n${"a.b/c:d-e@".repeat(20_000)}`,
      `# x\n\n${"](".repeat(50_000)}${'"'.repeat(50_000)}`,
      `# x\n\n'); DROP TABLE page; --`,
      `# x\n\n${"\ud800 lone \udfff surrogates "}`,
    ];
    for (const [i, text] of hostile.entries()) {
      const page = await pageOf(`not a url ${i}`, text);
      expect(await index.putPage({ ...page, contentHash: String(i) })).toBe("added");
    }
    await index.putPage(await pageOf("https://x.test/none", "", { chunks: [], sections: [], vectors: [] }));
    expect((await index.totals()).pages).toBe(hostile.length + 1);
    expect(await index.removePages(await index.listUrls())).toBe(hostile.length + 1);
  });
});

describe("ranking within a page", () => {
  it("gives all chunks of the page, the one that answers first", async () => {
    const index = await indexOfDocs();
    const page = await pageOf(SCHEDULING, scheduling);
    const ranked = await index.rankWithinPage(SCHEDULING, [await questionOf("cancel a schedule by its id")]);
    expect(ranked[0]!.anchor).toContain("cancel");
    const { chunkId: _id, score: _score, ...chunk } = ranked[0]!;
    expect(chunk).toEqual(page.chunks[chunk.ordinal]);
    expect(ranked.map(({ ordinal }) => ordinal).sort((a, b) => a - b)).toEqual(page.chunks.map((_, i) => i));
    expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).sort((a, b) => b - a));
  });

  it("takes the best over several questions, and page order without any", async () => {
    const index = await indexOfDocs();
    const queries = [await questionOf("cancel a schedule"), await questionOf("cron expression syntax")];
    const top = (await index.rankWithinPage(SCHEDULING, queries)).slice(0, 4).map(({ anchor }) => anchor);
    expect(top.some((anchor) => anchor?.includes("cancel"))).toBe(true);
    expect(top.some((anchor) => anchor?.includes("cron"))).toBe(true);
    const plain = await index.rankWithinPage(SCHEDULING, []);
    expect(plain.map(({ ordinal }) => ordinal)).toEqual(plain.map((_, i) => i));
    expect(await index.rankWithinPage("https://docs.test/never", queries)).toEqual([]);
  });
});

function newIndex() {
  return env.DOCS_INDEX.getByName(`test/${crypto.randomUUID()}`);
}

async function indexOfDocs(): Promise<Index> {
  const index = newIndex();
  for (const [url, text] of [
    [STATE, state],
    [SCHEDULING, scheduling],
    [WEBHOOKS, webhooks],
  ] as const)
    await index.putPage(await pageOf(url, text));
  return index;
}

/** Pages with a chunk that holds a term of the question. */
async function urlsWith(index: Index, question: string): Promise<string[]> {
  const { candidates } = await askIndex(index, await questionOf(question));
  const holding = candidates.filter(({ chunk }) => chunk.body.counts.some((count) => count > 0));
  return [...new Set(holding.map(({ url }) => url))];
}

function countWrites(index: Index): Promise<unknown> {
  return runInDurableObject(
    index,
    (_, { storage }) => storage.sql.exec("SELECT total_changes() AS n").one().n,
  );
}

function rowsLeft(index: Index): Promise<Record<string, unknown>> {
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
