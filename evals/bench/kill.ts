import { rmSync } from "node:fs";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";
import { killInRounds } from "./kill-rounds.ts";

const KILLS = 50;
const PAGES = 150;
const SEED = 20_261_123;

/** Kills the whole server again and again while credits are charged and a site is crawled, and counts every charge and page. */
export async function benchKill(options: BenchOptions): Promise<void> {
  rmSync(options.stateDir, { recursive: true, force: true });
  const rounds = await killInRounds(options.stateDir, {
    kills: options.limit ?? KILLS,
    pages: PAGES,
    seed: SEED,
  });
  const { crawls } = rounds;
  const pagesTwice = crawls.reduce((sum, { twice }) => sum + twice, 0);
  const pagesMissing = crawls.reduce((sum, { missing }) => sum + missing, 0);
  const complete = crawls.filter(({ status }) => status === "COMPLETE").length;
  const body = [
    `${rounds.kills} times SIGKILL to workerd and everything that runs it, each between 0.3 and 3 seconds after eight callers`,
    `began to read pages and while a site of ${PAGES} pages was being crawled, and a start on the same data after each.`,
    "",
    markdownTable([
      ["Charges", ""],
      ["Calls sent", rounds.asked],
      ["Answered", rounds.answered],
      ["Answers that said they cost a credit", rounds.shownAsCharged],
      ["Charges in the history", rounds.charged],
      ["Lost (posted, not in the history)", rounds.lost.length],
      ["Twice", rounds.twice.length],
      ["Invented (no such call or operation)", rounds.invented.length],
      ["Credits between the balance and the sum of the history", rounds.difference],
      ["Still on the way to the history", rounds.undelivered],
      ["Answered, then killed before the charge was written: free", rounds.free],
    ]),
    "",
    "A charge is written just after its answer, so an answer whose server is killed within that moment is free; its reservation goes back.",
    "",
    markdownTable([
      ["Crawls", ""],
      ["Begun", crawls.length],
      ["Complete", complete],
      ["Pages twice", pagesTwice],
      ["Pages missing", pagesMissing],
    ]),
  ].join("\n");
  console.log(`\n${body}`);
  writeFigures({
    name: "kill",
    title: "A server that is killed in the middle of charges and crawls",
    command: "npm run bench -- kill",
    body,
    data: { ...rounds },
  });
  const wrong = [...rounds.lost, ...rounds.twice, ...rounds.invented].length + pagesTwice + pagesMissing;
  if (wrong > 0 || rounds.difference !== 0 || rounds.undelivered > 0 || complete < crawls.length)
    process.exitCode = 1;
}
