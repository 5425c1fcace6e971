import type { Life } from "./crawl-life.ts";
import { markdownTable } from "./figures.ts";
import type { CalmCrawl, LongCrawl } from "./long-crawl.ts";
import { countOutcomes } from "./run-outcomes.ts";

const MOST_EXAMPLES = 5;
/** Outcomes of URLs that are written down and never asked for. */
const UNREAD = new Set(["excluded", "over-limit"]);

/** The tables of the long crawls, for the terminal and for docs/figures. */
export function renderLongCrawl(crawl: LongCrawl): string {
  const { calm, killed } = crawl;
  const urls = calm.pages.filter(({ outcome }) => !UNREAD.has(outcome)).length;
  const killedSeconds = killed.lives.reduce((sum, { seconds }) => sum + seconds, 0);
  const killedPeakMb = Math.max(...killed.lives.map(({ peakMb }) => peakMb));
  return [
    `The whole of Debian's \`rust-doc\`: ${crawl.pagesOnDisk} files of HTML, served on this machine with a sitemap of them and crawled`,
    "through the product in workerd, with its queues, Durable Objects and D1: once left alone, and once with SIGKILL to workerd and",
    "all that runs it when a quarter, a half and three quarters were done. Each time the server was started again, and nobody told",
    "the run to go on.",
    "",
    markdownTable([
      [
        "crawl",
        "status",
        "URLs read",
        "pages indexed",
        "seconds",
        "URLs/s",
        "pages/s",
        "workerd peak MB",
        "index MB",
      ],
      row(
        "left alone",
        calm.run.status,
        urls,
        calm.run.pages,
        calm.life.seconds,
        calm.life.peakMb,
        calm.index.sizeMb,
      ),
      row(
        "killed three times",
        killed.run.status,
        urls,
        killed.run.pages,
        killedSeconds,
        killedPeakMb,
        killed.index.sizeMb,
      ),
    ]),
    "",
    "Seconds are those in which a server was there to answer. With the time that it took to build and start the product again the",
    `second crawl took ${killed.wallSeconds.toFixed(0)} s. ${killed.takenTwice} URLs were taken a second time because a kill came while they were in work.`,
    `Memory is the resident memory of workerd, which runs everything: consumers, objects, databases. Either index has ${calm.index.chunks} chunks.`,
    "",
    againWords(calm),
    "",
    "## Lost, twice, torn",
    "",
    markdownTable([["check", "found"], ...crawl.checks.map(({ words, found }) => [words, list(found)])]),
    "",
    "## From start to kill, and from kill to kill",
    "",
    markdownTable([
      ["server", "URLs done at its end", "seconds", "URLs/s", "first page after s", "workerd peak MB"],
      ...killed.lives.map((life, i) => [
        `${i + 1}${i < killed.lives.length - 1 ? ", killed" : ""}`,
        life.done,
        life.seconds.toFixed(0),
        ((life.done - (killed.lives[i - 1]?.done ?? 0)) / life.seconds).toFixed(1),
        life.firstPageAfterSeconds.toFixed(1),
        life.peakMb.toFixed(0),
      ]),
    ]),
    "",
    "## Memory on the way, left alone",
    "",
    memory(calm.life),
    "",
    "## What became of every URL",
    "",
    ...Object.entries(countOutcomes(calm.pages)).map(
      ([outcome, count]) => `- ${outcome}: ${count}${example(calm, outcome)}`,
    ),
  ].join("\n");
}

function row(
  name: string,
  status: string,
  urls: number,
  pages: number,
  seconds: number,
  peakMb: number,
  indexMb: number,
) {
  return [
    name,
    status,
    urls,
    pages,
    seconds.toFixed(0),
    (urls / seconds).toFixed(1),
    (pages / seconds).toFixed(1),
    peakMb.toFixed(0),
    indexMb.toFixed(0),
  ];
}

function againWords({ again, life }: CalmCrawl): string {
  const outcomes = Object.entries(again.outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  const share = ((100 * again.seconds) / life.seconds).toFixed(0);
  const written = again.indexesWritten === 0 ? "no byte of an index was written" : "an index was written to";
  return `The unchanged site once more takes ${again.seconds.toFixed(0)} s, ${share}% of the first time, and ${written}: ${outcomes.join(", ")}.`;
}

function memory({ moments }: Life): string {
  return markdownTable([
    ["URLs done", "after s", "workerd MB"],
    ...moments.map(({ done, seconds, residentMb }) => [done, seconds.toFixed(0), residentMb.toFixed(0)]),
  ]);
}

function list(items: string[]): string {
  return items.length === 0 ? "0" : `${items.length} (${items.slice(0, MOST_EXAMPLES).join(", ")})`;
}

/** One page with an outcome, as an example; nothing for pages that are searchable. */
function example({ pages }: CalmCrawl, outcome: string): string {
  const page = pages.find((one) => one.outcome === outcome && one.reason);
  return page ? `, such as ${new URL(page.url).pathname}` : "";
}
