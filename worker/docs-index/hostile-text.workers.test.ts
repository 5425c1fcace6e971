import { runInDurableObject } from "cloudflare:test";
import { array, assert, asyncProperty, constantFrom, integer, oneof, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { askIndex } from "./packed-candidates.ts";
import { analyzeMarkdown } from "./terms.ts";
import { indexOfDocs, newIndex } from "./test-index.ts";
import { pageOf, questionOf } from "./test-pages.ts";

/** Runs of each property, enough to find a break; 5,000 were run when this test was written. */
const RUNS = 100;

describe("whatever the text is", () => {
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
