/**
 * `npm run newcomer`: does what a newcomer does (tests/web/newcomer.ts), six times, and writes docs/figures/newcomer.md
 * with the clicks, the fields and the times, and a picture of every step. `npm run newcomer -- --team` does what two people do
 * who start a team (tests/web/newcomer-team.ts), for the second part of the same page. Each keeps the other's part as it is.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "#local/root.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import type { WebProduct } from "#tests/support/web-product.ts";
import { beNewTeam } from "#tests/web/newcomer-team.ts";
import type { NewTeamResult } from "#tests/web/newcomer-team.ts";
import { beNewcomer } from "#tests/web/newcomer.ts";
import type { Look, NewcomerResult } from "#tests/web/newcomer.ts";
import { markdownTable, originLine, originOf, writeFigures } from "#evals/bench/figures.ts";
import type { Origin } from "#evals/bench/figures.ts";
import { median } from "#evals/statistics.ts";

const RUNS = 6;
const FIGURES = join(ROOT, "docs/figures");
const TEAM_GOALS = { clicks: 12, totalMs: 120_000 };

/** What one command measured, in the runs without pictures. */
type Part<Result> = Origin & { runs: Result[] };
type Page = { alone: Part<NewcomerResult>; team?: Part<NewTeamResult> };

const { values } = parseArgs({ options: { team: { type: "boolean", default: false } } });
const page = values.team
  ? { ...keptPage(), team: await measure("npm run newcomer -- --team", "newcomer-team", beNewTeam) }
  : { ...keptPage(), alone: await measure("npm run newcomer", "newcomer", beNewcomer) };
const { runs, ...origin } = page.alone;
writeFigures({
  name: "newcomer",
  title: "From the home page to a connected agent",
  origin,
  body: [aloneSection(page.alone), ...(page.team ? [teamSection(page.team)] : [])].join("\n\n"),
  data: { runs, team: page.team },
});

/** The parts as they were measured last. */
function keptPage(): Page {
  const { team, ...alone } = JSON.parse(readFileSync(join(FIGURES, "newcomer.json"), "utf8"));
  return { alone, team };
}

/** Each run has a product of its own, in which nobody has been. Pictures take time, so only the last run is for them. */
async function measure<Result>(
  command: string,
  folder: string,
  be: (product: WebProduct, look: Look) => Promise<Result>,
): Promise<Part<Result>> {
  const shots = join(FIGURES, folder);
  rmSync(shots, { recursive: true, force: true });
  mkdirSync(shots, { recursive: true });
  const results: Result[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const product = await startWebProduct("newcomer");
    try {
      await indexPackageDocs(product.server, "zod");
      const result = await be(product, async (step, window) => {
        if (run < RUNS) return;
        await window.screenshot({ path: join(shots, `${step}.jpg`), type: "jpeg", quality: 70 });
      });
      if (run < RUNS) results.push(result);
    } finally {
      await product.close();
    }
  }
  return { ...originOf(command), runs: results };
}

function aloneSection({ runs: timed }: Part<NewcomerResult>): string {
  return [
    "A scripted browser opens the home page, signs up at GitHub's stand-in, makes a key and copies the line for Claude Code;",
    "a real MCP client then searches with the address and the header of that line. Times are of runs without pictures.",
    "",
    markdownTable([
      ["run", "clicks", "typed fields", "whole way, s", "from the call's answer to “Connected”, ms"],
      ...timed.map((result, index) => [
        String(index + 1),
        result.clicks,
        result.typedFields,
        seconds(result.totalMs),
        result.connectedMs.toFixed(0),
      ]),
    ]),
    "",
    ...picturesIn("newcomer"),
  ].join("\n");
}

function teamSection(part: Part<NewTeamResult>): string {
  const { runs: timed } = part;
  const most = (name: "clicks" | "typedFields" | "totalMs" | "connectedMs") =>
    Math.max(...timed.map((result) => result[name]));
  const steps = timed[0]?.steps ?? [];
  const timesOf = (index: number) => timed.map((result) => result.steps[index]!.ms);
  return [
    "## From the home page to a second member's connected agent",
    "",
    originLine(part),
    "",
    "Two scripted browsers, one for each person. The owner goes from the home page through Pricing to “Create a team”, signs in at",
    "GitHub's stand-in, types the team's name and the member's address (Tab leads from one to the other) and creates the team. The",
    "member opens the mail, follows its link, signs up at GitHub's stand-in, makes a key of the team and copies the line for Claude Code;",
    "a real MCP client then searches with that line. Every press of the mouse counts, in the mail box and at GitHub too.",
    "Times are of the machine alone, without anybody who reads or types as people do, and of runs without pictures.",
    "",
    markdownTable([
      [`highest of ${timed.length} runs`, "goal", "measured"],
      ["clicks", `at most ${TEAM_GOALS.clicks}`, most("clicks")],
      ["typed fields", "", most("typedFields")],
      ["whole way, s", `at most ${TEAM_GOALS.totalMs / 1_000}`, seconds(most("totalMs"))],
      ["from the call's answer to “Connected”, ms", "", most("connectedMs").toFixed(0)],
    ]),
    "",
    markdownTable([
      ["step", "clicks", "typed fields", "median, s", "slowest, s"],
      ...steps.map(({ name, clicks, typedFields }, index) => [
        `${index + 1} ${name}`,
        clicks,
        typedFields,
        seconds(median(timesOf(index))),
        seconds(Math.max(...timesOf(index))),
      ]),
    ]),
    "",
    ...picturesIn("newcomer-team"),
  ].join("\n");
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

/** The pictures of the steps, in the order of their numbers. */
function picturesIn(folder: string): string[] {
  return readdirSync(join(FIGURES, folder))
    .toSorted((one, other) => Number.parseInt(one) - Number.parseInt(other))
    .map((file) => `![${file.replace(".jpg", "")}](${folder}/${file})`);
}
