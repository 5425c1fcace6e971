import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "#local/root.ts";
import { crawlWaits } from "./crawl-queue.ts";
import { countInWords, timeInWords, usdInWords } from "./in-words.ts";
import { callsIn, d1MsPerSearch, largeSources, searchLimits, sourceLimits } from "./limits.ts";
import type { World } from "./limits.ts";
import type { Measured } from "./measured.ts";
import { drawRequests, objectLoad, zipfShares } from "./object-load.ts";
import { addUp, billOf } from "./prices.ts";
import { callUsage, monthOf } from "./usage.ts";

const MEASURED: Measured = {
  rows: {
    pages: 10,
    chunks: 100,
    coldSearchRead: 200,
    warmSearchRead: 20,
    pageWritten: 50,
    charge: { read: 10, written: 10 },
    historyRowBytes: 500,
  },
  searchMs: 25,
  readMs: 20,
  nothingMs: 5,
  freshPageMs: 40,
  unchangedPageMs: 4,
  chunksPerPage: 10,
  bytesPerChunk: 5_000,
  searchShare: 0.9,
  callsPerSession: 2,
};
const WORLD: World = {
  calls: 1_000_000,
  callsPerPayer: 1_000,
  namedShare: 1,
  sourcesUnnamed: 16,
  oauthShare: 0,
  publicSources: 1_000,
  publicStateRows: 1_000,
  ownSourcesPerPayer: 0,
  pagesPerSource: 10,
  publicRefreshDays: 10,
  ownRefreshDays: 5,
  changedShare: 0,
  drawnShare: 0,
  drawnSeconds: 0,
  mailsPerPayer: 0,
  monthsKept: 2,
  searchesPerSecond: 1_000,
  sources: 11_000,
  passages: 1_100_000,
};

describe("the bill", () => {
  // Examples 1 and 4 of https://developers.cloudflare.com/workers/platform/pricing/.
  it.each([
    [15_000_000, 8],
    [100_000_000, 45.4],
  ])("of %d requests of 7 ms is what Cloudflare's example says", (requests, usd) => {
    expect(billOf({ requests, cpuMs: 7 * requests }).totalUsd).toBeCloseTo(usd, 6);
  });

  it("takes nothing but the plan for what is included", () => {
    expect(billOf({ objectRowsWritten: 50_000_000, d1Gb: 5, mails: 3_000 }).totalUsd).toBe(5);
    expect(billOf({ objectRowsWritten: 51_000_000, d1Gb: 7, mails: 5_000 }).totalUsd).toBeCloseTo(
      5 + 1 + 1.5 + 0.7,
      6,
    );
  });

  it("adds usages up", () => {
    expect(addUp([{ requests: 1, cpuMs: 20 }, 3], [{ cpuMs: 5 }, 2])).toEqual({ requests: 3, cpuMs: 70 });
  });
});

describe("what calls use", () => {
  it("reads an index in proportion to its size, once for each source that is asked", () => {
    const one = callUsage(MEASURED, WORLD, "search").objectRowsRead!;
    const sixteen = callUsage(MEASURED, { ...WORLD, namedShare: 0 }, "search").objectRowsRead!;
    expect(sixteen - one).toBeCloseTo(15 * 200, 6);
    const larger = callUsage(MEASURED, { ...WORLD, pagesPerSource: 30 }, "search").objectRowsRead!;
    expect(larger - one).toBeCloseTo(2 * 200, 6);
  });

  it("keeps the history of all months, and what is indexed once", () => {
    const month = monthOf(MEASURED, WORLD);
    expect(month.d1Gb).toBeCloseTo((1_000_000 * 2 * 500) / 1e9, 9);
    expect(month.objectGb).toBeCloseTo((1_000 * 10 * 10 * 5_000) / 1e9, 9);
    // A thousand sources of ten pages, each looked at three times in thirty days.
    expect(month.queueOperations).toBeCloseTo(30_000 * 0.03, 6);
  });
});

describe("the objects of sources", () => {
  it("are asked by Zipf's law, the same with the same seed", () => {
    expect([...zipfShares(3)].map((share) => share * 11)).toEqual([6, 3, 2].map((n) => expect.closeTo(n, 9)));
    const demand = { sources: 100, namedShare: 0.5, asked: 4 };
    const requests = drawRequests(20_000, demand, 7);
    expect(requests.reduce((sum, share) => sum + share, 0)).toBeCloseTo(2.5, 1);
    expect(drawRequests(20_000, demand, 7)).toEqual(requests);
    const named = drawRequests(20_000, { ...demand, namedShare: 1 }, 7);
    expect(named[0]).toBeCloseTo(zipfShares(100)[0]!, 2);
  });

  it("need as many copies as their load takes", () => {
    expect(objectLoad(100, Float64Array.of(0.5, 0.2, 0.1), 20)).toEqual({
      hottest: 50,
      overloaded: 1,
      copies: 3,
    });
  });
});

describe("limits", () => {
  it("come in the order in which searches meet them", () => {
    const limits = searchLimits(MEASURED, WORLD);
    expect(limits.map(({ metAt }) => metAt)).toEqual(limits.map(({ metAt }) => metAt).sort((a, b) => a - b));
    expect(limits[0]).toMatchObject({
      limit: "10 GB",
      metAt: expect.closeTo(20_000_000 / (365 * 86_400), 6),
    });
    const statements = limits.find(({ name }) => name.includes("one statement"))!;
    expect(statements).toMatchObject({
      metAt: expect.closeTo(1000 / 3.5, 6),
      passed: expect.closeTo(3.5, 6),
    });
    expect(callsIn(10, 500)).toBe(20_000_000);
    expect(d1MsPerSearch({ ...WORLD, publicStateRows: 1 })).toBeCloseTo(3.0005, 9);
  });

  it("of the clock are met when more falls due than it begins", () => {
    // 100 public and 2,000 own runs a day, of the 5,760 that the clock begins.
    const clock = sourceLimits(MEASURED, WORLD).find(({ name }) => name.startsWith("Clock"));
    expect(clock!.metAt).toBeCloseTo((5_760 / 2_100) * 11_000, 6);
  });

  it("of memory and of an object are those of the largest sources", () => {
    const { count, vectors, largestGb } = largeSources(MEASURED, { ...WORLD, sources: 2, passages: 900_000 });
    expect([count, vectors]).toEqual([1, expect.closeTo(600_000, 3)]);
    expect(largestGb).toBeCloseTo(3, 6);
    expect(largeSources(MEASURED, { ...WORLD, sources: 2, passages: 9e9 }).largestGb).toBeCloseTo(10, 6);
  });
});

describe("the crawl queue", () => {
  const tenants = [
    { name: "large", runs: 3, pages: 100, atSecond: 0 },
    { name: "small", runs: 1, pages: 100, atSecond: 20 },
  ];
  const settings = {
    consumers: 1,
    pagesPerTicket: 100,
    ticketSeconds: 20,
    patienceSeconds: Infinity,
    maxPatienceSeconds: Infinity,
  };

  it("gives tickets in the order in which they came, or tenants their turn", () => {
    expect(crawlWaits(tenants, { ...settings, order: "runs" }).waits).toEqual([
      { name: "large", firstSeconds: 0, doneSeconds: 60 },
      { name: "small", firstSeconds: 40, doneSeconds: 60 },
    ]);
    expect(crawlWaits(tenants, { ...settings, order: "tenants" }).waits).toEqual([
      { name: "large", firstSeconds: 0, doneSeconds: 80 },
      { name: "small", firstSeconds: 0, doneSeconds: 20 },
    ]);
  });

  it("gives a run of many pages a second ticket, and reads no faster for it", () => {
    const [alone] = [{ name: "one", runs: 1, pages: 300, atSecond: 0 }];
    const { waits, mostTickets } = crawlWaits([alone!], { ...settings, consumers: 2, order: "runs" });
    expect(waits).toEqual([{ name: "one", firstSeconds: 0, doneSeconds: 60 }]);
    expect(mostTickets).toBe(2);
  });

  it("fills with tickets of runs that take theirs for lost", () => {
    const many = [{ name: "many", runs: 60, pages: 200, atSecond: 0 }];
    const patient = crawlWaits(many, { ...settings, order: "runs" });
    const lost = { ...settings, patienceSeconds: 300, order: "runs" as const };
    const impatient = crawlWaits(many, { ...lost, maxPatienceSeconds: 300 });
    const learning = crawlWaits(many, { ...lost, maxPatienceSeconds: 3_600 });
    expect(patient.mostTickets).toBeLessThanOrEqual(120);
    expect(impatient.mostTickets).toBeGreaterThan(120);
    expect(learning.mostTickets).toBeLessThan(impatient.mostTickets);
    // Every page is read once all the same.
    expect(impatient.waits).toEqual(patient.waits);
  });
});

describe("words", () => {
  it("round what nobody needs", () => {
    expect([usdInWords(7.254), usdInWords(1234.5)]).toEqual(["$7.25", "$1,235"]);
    expect([countInWords(0.6051), countInWords(12_345.6)]).toEqual(["0.605", "12,346"]);
    expect([40, 1_907, 190_700].map(timeInWords)).toEqual(["40 seconds", "31.8 minutes", "2.21 days"]);
  });

  it.each(["costs", "scale"])("of docs/%s.md have no number that the figures lack", (page) => {
    const figures = numbersIn(`${readDoc("figures/costs.md")} ${readDoc("figures/scale.md")}`);
    const quoted = [...numbersIn(readDoc(`${page}.md`))];
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter((number) => !figures.has(number))).toEqual([]);
  });
});

/** Amounts of dollars, and numbers with a comma, a point, or two digits and more. Not those of addresses and of code. */
function numbersIn(markdown: string): Set<string> {
  const words = markdown.replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, " ");
  return new Set(words.match(/\$?\b\d{1,3}(?:,\d{3})+(?:\.\d+)?|\$?\b\d+\.\d+|\$?\b\d{2,}\b/g));
}

function readDoc(path: string): string {
  return readFileSync(join(ROOT, "docs", path), "utf8");
}
