import { markdownTable, writeFigures } from "../bench/figures.ts";
import { crawlWaits } from "./crawl-queue.ts";
import type { QueueSettings, Tenant } from "./crawl-queue.ts";
import { countInWords, timeInWords, usdInWords } from "./in-words.ts";
import {
  callsIn,
  dueEachDay,
  d1MsPerSearch,
  demandOf,
  largeSources,
  OURS,
  pagesADay,
  PLATFORM,
  searchLimits,
  sourceCapacity,
  sourceLimits,
} from "./limits.ts";
import type { Limit, World } from "./limits.ts";
import type { Measured } from "./measured.ts";
import { drawRequests, objectLoad } from "./object-load.ts";
import { addUp, billOf } from "./prices.ts";
import { monthOf, objectCalls, PAGES_PER_TICKET } from "./usage.ts";
import type { Workload } from "./usage.ts";

const LOADS = [1, 10, 100, 1_000, 10_000];
const SECONDS_PER_MONTH = 30 * 86_400;
const LARGE_RUNS = { runs: 25, pages: 8_000 };
/** Of the index, whichever embedder made the vectors (docs/running.md). */
const VECTORIZE_DIMENSIONS = 512;
const SMALL_TENANTS = 50;

/** Writes docs/figures/scale: which limit is met first on the way to a million sources and ten thousand searches a second. */
export function writeScale(measured: Measured, work: Workload): void {
  const world: World = {
    ...work,
    searchesPerSecond: 10_000,
    sources: 1_000_000,
    passages: 1_000_000_000,
    calls: 10_000 * SECONDS_PER_MONTH,
    callsPerPayer: 5_000,
    publicSources: 20_000,
    publicStateRows: 20_000,
  };
  world.pagesPerSource = world.passages / world.sources / measured.chunksPerPage;
  world.ownSourcesPerPayer = ((world.sources - world.publicSources) * world.callsPerPayer) / world.calls;

  const searches = searchLimits(measured, world);
  const today = searchLimits(measured, {
    ...world,
    publicSources: work.publicSources,
    publicStateRows: work.publicStateRows,
  });
  const sources = sourceLimits(measured, world);
  const capacity = sourceCapacity(measured);
  const requests = drawRequests(100_000, demandOf(world), 1);
  const large = largeSources(measured, world);
  const dimensions = large.vectors * VECTORIZE_DIMENSIONS;
  // What is stored counts once more as queried, by Cloudflare's formula.
  const vectors = { vectorsStored: dimensions, vectorsQueried: dimensions };
  const month = (changes: Partial<World>) =>
    billOf(addUp([monthOf(measured, { ...world, ...changes }), 1], [vectors, 1]));
  const isBilled = month({});
  const lifted = month({ publicStateRows: 1, monthsKept: 1 });
  const d1Ms = d1MsPerSearch({ ...world, publicStateRows: 1 });
  const databases = Math.ceil((world.searchesPerSecond * d1Ms) / 1000);
  const due = dueEachDay(world);
  const bytes = measured.rows.historyRowBytes;
  const historyDatabases = Math.ceil(world.calls / callsIn(PLATFORM.d1Gb, bytes));
  const subrequests = objectCalls(measured, { ...world, namedShare: 0 }).reduce(
    (sum, { search }) => sum + search,
    3,
  );
  const fairness = crawlFairness();
  const hot = objectLoad(world.searchesPerSecond, requests, capacity);

  const body = [
    `A model, not a measurement: ${countInWords(world.sources)} sources (${countInWords(world.publicSources)} of them public), ${countInWords(world.passages)} passages,`,
    `${countInWords(world.searchesPerSecond)} searches a second for 30 days, which are ${countInWords(world.calls)} calls. What a call uses and the other assumptions are those`,
    "of [costs](costs.md).",
    "",
    "## Limits that searches meet, the first one first",
    "",
    limitTable(searches, "searches a second", "times passed at 10,000"),
    "",
    `With the ${countInWords(work.publicSources)} public sources of today:`,
    "",
    limitTable(today, "searches a second", "times passed at 10,000"),
    "",
    `The history of credits fills 10 GB with ${countInWords(Math.floor(callsIn(PLATFORM.d1Gb, bytes)))} charged calls (${countInWords(bytes)} bytes each): in ${timeInWords(callsIn(PLATFORM.d1Gb, bytes) / 10_000)} at 10,000 a second,`,
    `and the 1 TB of an account in ${timeInWords(callsIn(PLATFORM.d1AccountGb, bytes) / 10_000)}. A search takes ${countInWords(d1MsPerSearch(world))} ms of the one database: ${countInWords(PLATFORM.d1StatementMs)} ms for each of three statements`,
    "(Cloudflare's example), and 0.5 µs (assumed) for each row of the state of the public sources. Without these rows it takes",
    `${countInWords(d1Ms)} ms, so ${countInWords(databases)} databases serve 10,000 searches a second.`,
    "",
    "## The public sources that are asked most",
    "",
    `100,000 searches, drawn once: ${100 * world.namedShare}% ask one source, the others ${world.sourcesUnnamed}, all by Zipf's law with exponent 1. One object serves ${countInWords(capacity)}`,
    "searches a second (the p50 of a search less that of nothing, one after the other).",
    "",
    markdownTable([
      [
        "searches a second",
        "requests of the most-asked source",
        "sources above their limit",
        "objects that these need",
      ],
      ...LOADS.map((load) => {
        const at = objectLoad(load, requests, capacity);
        return [
          countInWords(load),
          countInWords(at.hottest),
          countInWords(at.overloaded),
          countInWords(at.copies),
        ];
      }),
    ]),
    "",
    "## Limits that the number of sources meets",
    "",
    limitTable(sources, "sources", "times passed at 1,000,000"),
    "",
    `By Zipf's law, and no larger than the largest plan allows, ${countInWords(large.count)} sources have more than ${countInWords(OURS.passagesInMemory)} passages, ${countInWords(large.vectors)} vectors`,
    `together. The largest takes ${countInWords(large.largestGb)} GB, of the ${PLATFORM.objectGb} GB of an object. A search that names no source makes at most ${countInWords(Math.ceil(subrequests))} of`,
    `${countInWords(PLATFORM.subrequests)} subrequests.`,
    "",
    "## Fairness of the crawl queue",
    "",
    `${SMALL_TENANTS} tenants, one a minute, index a site of 100 pages each, beside tenants who index ${countInWords(LARGE_RUNS.runs)} sites of ${countInWords(LARGE_RUNS.pages)} pages`,
    `(as many runs and pages as Pro has). Ten consumers, tickets of ${OURS.ticketSeconds} s and ${PAGES_PER_TICKET} pages, two for a run; a run whose ticket waits for ${OURS.patienceSeconds} s takes it`,
    "for lost and sends another, and waits twice as long each time, up to an hour. Wait of the small tenants for their first page:",
    "",
    markdownTable([
      [
        "large tenants",
        "tickets",
        "p50",
        "p95",
        "longest",
        "most in the queue",
        "large tenants are done after",
      ],
      ...fairness.map(({ largeTenants, variant, p50, p95, longest, mostTickets, largeDone }) => [
        largeTenants,
        variant,
        timeInWords(p50),
        timeInWords(p95),
        timeInWords(longest),
        countInWords(mostTickets),
        largeTenants === 0 ? "" : timeInWords(largeDone),
      ]),
    ]),
    "",
    "## What lifts them",
    "",
    markdownTable([
      ["change", "how many of them 10,000 searches a second or 1,000,000 sources take"],
      ["databases for the statements of calls, by owner", countInWords(databases)],
      ["databases for the history of one month, by owner", countInWords(historyDatabases)],
      [
        "times the storage of an account for the history of one month",
        countInWords((historyDatabases * PLATFORM.d1Gb) / PLATFORM.d1AccountGb),
      ],
      ["objects for the public sources that are asked too much", countInWords(hot.copies)],
      ["public sources that have copies", countInWords(hot.overloaded)],
      [
        "copies of the public `Catalog`",
        countInWords(world.searchesPerSecond / PLATFORM.objectRequestsPerSecond),
      ],
      ["refreshes that the clock begins in five minutes", countInWords(Math.ceil(due.runs / 288))],
      ["consumers of the crawl queue", countInWords(Math.ceil(due.pages / pagesADay(1)))],
      ["indexes of Vectorize", countInWords(Math.ceil(large.vectors / PLATFORM.vectorsPerIndex))],
    ]),
    "",
    "## A month of it",
    "",
    markdownTable([
      ["product", "as it is", "with one row of public state and a month of history"],
      ...[...new Set(isBilled.lines.map(({ product }) => product))].map((product) => [
        product,
        ...[isBilled, lifted].map(({ lines }) =>
          usdInWords(lines.filter((line) => line.product === product).reduce((sum, { usd }) => sum + usd, 0)),
        ),
      ]),
      ["**together**", ...[isBilled, lifted].map(({ totalUsd }) => `**${usdInWords(totalUsd)}**`)],
      [
        "for 1,000 calls",
        ...[isBilled, lifted].map(({ totalUsd }) => usdInWords((totalUsd * 1_000) / world.calls)),
      ],
    ]),
  ];
  console.log(`\n${body.join("\n")}`);
  writeFigures({
    name: "scale",
    title: "A million sources, a billion passages, 10,000 searches a second",
    command: "npm run bench -- scale",
    body: body.join("\n"),
    data: {
      world,
      searches,
      searchesToday: today,
      sources,
      capacity,
      hot,
      large,
      databases,
      historyDatabases,
      due,
      fairness,
      usd: isBilled.totalUsd,
      usdLifted: lifted.totalUsd,
    },
  });
}

function limitTable(limits: Limit[], unit: string, passed: string): string {
  return markdownTable([
    ["limit", "is", `met at ${unit}`, passed],
    ...limits.map((limit) => [
      limit.name,
      limit.limit,
      countInWords(limit.metAt),
      countInWords(limit.passed),
    ]),
  ]);
}

const { patienceSeconds, maxPatienceSeconds } = OURS;
const ENDLESS = { patienceSeconds: Infinity, maxPatienceSeconds: Infinity };
const VARIANTS: ({ variant: string } & Pick<
  QueueSettings,
  "order" | "patienceSeconds" | "maxPatienceSeconds"
>)[] = [
  { variant: "as they came (today)", order: "runs", patienceSeconds, maxPatienceSeconds },
  {
    variant: "as they came, the same patience each time",
    order: "runs",
    patienceSeconds,
    maxPatienceSeconds: patienceSeconds,
  },
  { variant: "as they came, none taken for lost", order: "runs", ...ENDLESS },
  { variant: "tenants in turn, none taken for lost", order: "tenants", ...ENDLESS },
];

/** Waits of small tenants beside none, one and twenty large ones, in seconds. */
function crawlFairness() {
  return [0, 1, 20].flatMap((largeTenants) =>
    VARIANTS.map(({ variant, ...queue }) => {
      const tenants: Tenant[] = [
        ...Array.from({ length: largeTenants }, (_, i) => ({
          name: `large ${i}`,
          ...LARGE_RUNS,
          atSecond: 0,
        })),
        ...Array.from({ length: SMALL_TENANTS }, (_, i) => ({
          name: `small ${i}`,
          runs: 1,
          pages: 100,
          atSecond: 60 * (i + 1),
        })),
      ];
      const { waits, mostTickets } = crawlWaits(tenants, {
        consumers: OURS.consumers,
        pagesPerTicket: PAGES_PER_TICKET,
        ticketSeconds: OURS.ticketSeconds,
        ...queue,
      });
      const first = waits
        .filter(({ name }) => name.startsWith("small"))
        .map(({ firstSeconds }) => firstSeconds)
        .sort((a, b) => a - b);
      const done = waits.filter(({ name }) => name.startsWith("large")).map(({ doneSeconds }) => doneSeconds);
      const at = (share: number) => first[Math.ceil(share * first.length) - 1]!;
      return {
        largeTenants,
        variant,
        mostTickets,
        p50: at(0.5),
        p95: at(0.95),
        longest: at(1),
        largeDone: Math.max(0, ...done),
      };
    }),
  );
}
