import { markdownTable } from "./figures.ts";
import type { LongCrawl } from "./long-crawl.ts";

const MOST_EXAMPLES = 5;

/** The tables of the long crawl, for the terminal and for docs/figures. */
export function renderLongCrawl(crawl: LongCrawl): string {
  const { run, lives, index, outcomes } = crawl;
  const done = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const read = done - (outcomes.excluded ?? 0) - (outcomes["over-limit"] ?? 0);
  const workSeconds = lives.reduce((sum, { seconds }) => sum + seconds, 0);
  const peakMb = Math.max(...lives.map((life) => life.peakMb));
  return [
    `The whole of Debian's \`rust-doc\`: ${crawl.pagesOnDisk} pages of HTML, served on this machine with a sitemap of them and crawled`,
    `through the product (workerd, with real queues, Durable Objects and D1). When a quarter, a half and three quarters were done,`,
    "SIGKILL ended workerd and all that runs it; the server was started again, and nobody told the run to go on.",
    "",
    `The run ends as **${run.status}** with **${run.pages} pages** and ${index.chunks} chunks in the index, which has ${index.sizeMb.toFixed(0)} MB.`,
    `${read} URLs were read at **${(read / workSeconds).toFixed(1)} a second** (${(run.pages / workSeconds).toFixed(1)} of them indexed), in ${workSeconds.toFixed(0)} s of work and ${crawl.wallSeconds.toFixed(0)} s`,
    `in all. Peak of the resident memory of workerd: **${peakMb.toFixed(0)} MB**.`,
    "",
    markdownTable([
      ["check", "found"],
      ["pages on disk of which the run says nothing", list(crawl.lost)],
      ["URLs that the run lists twice", list(crawl.twice)],
      ["indexed by the run, not in the index", list(crawl.notStored)],
      ["in the index, not indexed by the run", list(crawl.notListed)],
      ["tables of the index that disagree", list(index.faults)],
    ]),
    "",
    "## From start to kill, and from kill to kill",
    "",
    markdownTable([
      ["server", "URLs done at its end", "seconds", "URLs/s", "first page after s", "workerd peak MB"],
      ...lives.map((life, i) => [
        `${i + 1}${i < lives.length - 1 ? ", killed" : ""}`,
        life.done,
        life.seconds.toFixed(0),
        ((life.done - (lives[i - 1]?.done ?? 0)) / life.seconds).toFixed(1),
        life.firstPageAfterSeconds.toFixed(1),
        life.peakMb.toFixed(0),
      ]),
    ]),
    "",
    "Seconds count from the moment that a server answers.",
    "",
    "## On the way",
    "",
    markdownTable([
      ["URLs done", "after s", "workerd MB"],
      ...crawl.moments.map(({ done: at, seconds, residentMb }) => [
        at,
        seconds.toFixed(0),
        residentMb.toFixed(0),
      ]),
    ]),
    "",
    "## What became of every URL",
    "",
    ...Object.entries(outcomes).map(
      ([outcome, count]) => `- ${outcome}: ${count}${examples(crawl, outcome)}`,
    ),
  ].join("\n");
}

function list(items: string[]): string {
  return items.length === 0 ? "0" : `${items.length} (${items.slice(0, MOST_EXAMPLES).join(", ")})`;
}

/** One page as an example; nothing for what is searchable. */
function examples({ pages }: LongCrawl, outcome: string): string {
  const example = pages.find((page) => page.outcome === outcome && page.reason);
  return example ? `, such as ${new URL(example.url).pathname}` : "";
}
