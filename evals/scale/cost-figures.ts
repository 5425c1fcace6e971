import { markdownTable, writeFigures } from "../bench/figures.ts";
import { countInWords, usdInWords } from "./in-words.ts";
import type { Measured } from "./measured.ts";
import { addUp, BASE_USD, billOf, PRICES } from "./prices.ts";
import type { Billed, Usage } from "./prices.ts";
import { callUsage, monthOf, neuronsOf, objectCalls, pageUsage } from "./usage.ts";
import type { Workload } from "./usage.ts";

const MONTHS = [1_000, 100_000, 10_000_000];

/** Writes docs/figures/costs: what a month of a thousand, a hundred thousand and ten million calls costs. */
export function writeCosts(measured: Measured, work: Workload): void {
  const bills = MONTHS.map((calls) => ({ calls, ...billOf(monthOf(measured, { ...work, calls })) }));
  const products = [...new Set(Object.values(PRICES).map(({ product }) => product))];
  const usdOf = (product: string) =>
    bills.map(({ lines }) =>
      lines.filter((line) => line.product === product).reduce((sum, { usd }) => sum + usd, 0),
    );
  const withModel = MONTHS.map((calls) => {
    const month = { ...work, calls };
    const usage = monthOf(measured, month);
    return (
      billOf(addUp([usage, 1], [{ neurons: neuronsOf(measured, month) }, 1])).totalUsd -
      billOf(usage).totalUsd
    );
  });
  const withoutRefreshes = MONTHS.map(
    (calls) =>
      billOf(monthOf(measured, { ...work, calls, publicRefreshDays: Infinity, ownRefreshDays: Infinity }))
        .totalUsd,
  );
  const columns = MONTHS.map((calls) => `${countInWords(calls)} calls`);
  const [smallest] = MONTHS.map((calls) => monthOf(measured, { ...work, calls }));
  const firstCrawl: [Usage, number] = [
    pageUsage(measured, work, "fresh"),
    work.publicSources * work.pagesPerSource,
  ];
  const firstCrawlUsd = billOf(addUp([smallest!, 1], firstCrawl)).totalUsd - bills[0]!.totalUsd;
  const body = [
    "A model: prices of the Workers Paid plan, times what a call makes the product do. No account was billed.",
    "Counts are upper bounds where the platform may count less.",
    "",
    "## A month",
    "",
    markdownTable([
      ["product", ...columns],
      ["Workers Paid plan", ...MONTHS.map(() => usdInWords(BASE_USD))],
      ...products.map((product) => [product, ...usdOf(product).map(usdInWords)]),
      ["**together**", ...bills.map(({ totalUsd }) => `**${usdInWords(totalUsd)}**`)],
      ["for 1,000 calls", ...bills.map(({ calls, totalUsd }) => usdInWords((totalUsd * 1_000) / calls))],
      ["of it for refreshes", ...bills.map(({ totalUsd }, i) => usdInWords(totalUsd - withoutRefreshes[i]!))],
      ["more with `EMBEDDER=workers-ai`", ...withModel.map(usdInWords)],
    ]),
    "",
    `The first crawl of the catalog, ${countInWords(firstCrawl[1])} pages, costs ${usdInWords(firstCrawlUsd)} more, once.`,
    "",
    "## What is used, and what it costs",
    "",
    markdownTable([
      ["billed", ...columns, "included", "price", "source"],
      ...bills[0]!.lines.map(({ billed }, i) => [
        `${PRICES[billed].product}: ${PRICES[billed].what}`,
        ...bills.map(({ lines }) => countInWords(lines[i]!.amount)),
        countInWords(PRICES[billed].included),
        `$${PRICES[billed].usd} per ${countInWords(PRICES[billed].per)}`,
        PRICES[billed].source,
      ]),
    ]),
    "",
    "## One call, one page",
    "",
    callTable(measured, work),
    "",
    "CPU and the time of objects are the p50 of a whole call over loopback in [search-latency](search-latency.md), so both are counted",
    "in full. Pages are those of [crawl](crawl.md). Rows of indexes and of credits were counted by running the product's own modules over",
    `SQLite: a search in an index of ${countInWords(measured.rows.chunks)} passages reads ${countInWords(measured.rows.coldSearchRead)} rows when nothing of it is in memory (which is`,
    `billed here, in proportion to the passages) and ${countInWords(measured.rows.warmSearchRead)} when its terms and vectors are; a page writes ${countInWords(measured.rows.pageWritten)} rows; a charge reads ${measured.rows.charge.read} and writes ${measured.rows.charge.written};`,
    `a row of the history takes ${countInWords(measured.rows.historyRowBytes)} bytes of D1. Rows of a session, of D1 and of a run were read from the code.`,
    "",
    "## Calls of objects for one call of a tool",
    "",
    markdownTable([
      ["object", "search", "read", "read from worker/"],
      ...objectCalls(measured, work).map(({ call, search, read, from }) => [
        call,
        countInWords(search),
        countInWords(read),
        from,
      ]),
    ]),
    "",
    "Beside them a call makes one statement of D1 before it, and one for the history and at most one for the key's last use after it.",
    "",
    "## Assumptions",
    "",
    markdownTable([["what", "value"], ...assumptions(measured, work)]),
  ];
  console.log(`\n${body.join("\n")}`);
  writeFigures({
    name: "costs",
    title: "What a deployment costs a month",
    command: "npm run bench -- scale",
    body: body.join("\n"),
    data: {
      measured,
      work,
      bills: bills.map(({ calls, totalUsd, lines }) => ({ calls, totalUsd, lines })),
      moreWithWorkersAi: withModel,
      firstCrawlUsd,
    },
  });
}

function callTable(measured: Measured, work: Workload): string {
  const usages = [
    callUsage(measured, work, "search"),
    callUsage(measured, work, "read"),
    pageUsage(measured, work, "fresh"),
    pageUsage(measured, work, "unchanged"),
  ];
  const used = (Object.keys(PRICES) as Billed[]).filter((billed) => usages.some((usage) => usage[billed]));
  return markdownTable([
    ["billed", "search", "read", "page, new or changed", "page, unchanged"],
    ...used.map((billed) => [
      `${PRICES[billed].product}: ${PRICES[billed].what}`,
      ...usages.map((usage) => countInWords(usage[billed] ?? 0)),
    ]),
  ]);
}

function assumptions(
  { searchShare, callsPerSession, chunksPerPage, bytesPerChunk }: Measured,
  work: Workload,
) {
  return [
    ["searches among the calls ([tasks](tasks.md))", share(searchShare)],
    ["calls of a session ([tasks](tasks.md))", countInWords(callsPerSession)],
    ["passages of a page ([size](size.md))", countInWords(chunksPerPage)],
    ["bytes of a passage with its index ([size](size.md))", countInWords(bytesPerChunk)],
    ["public sources: the catalog", countInWords(work.publicSources)],
    ["calls of a payer a month", countInWords(work.callsPerPayer)],
    ["searches that name their source", share(work.namedShare)],
    ["sources that the others ask (`MAX_NAMES_ASKED`)", countInWords(work.sourcesUnnamed)],
    ["calls by OAuth", share(work.oauthShare)],
    ["sources that a payer owns", countInWords(work.ownSourcesPerPayer)],
    ["pages of a source", countInWords(work.pagesPerSource)],
    [
      "days between refreshes, public and own (`schedule.ts`)",
      `${work.publicRefreshDays}, ${work.ownRefreshDays}`,
    ],
    ["pages that changed since", share(work.changedShare)],
    ["pages that a browser draws, and seconds for each", `${share(work.drawnShare)}, ${work.drawnSeconds}`],
    ["emails of a payer a month", countInWords(work.mailsPerPayer)],
    ["months that the history of credits was kept", countInWords(work.monthsKept)],
  ];
}

function share(part: number): string {
  return `${countInWords(100 * part)}%`;
}
