/**
 * `npm run newcomer`: does what a newcomer does (tests/web/newcomer.ts), six times, and writes docs/figures/newcomer.md
 * with the clicks, the fields and the times, and a picture of every step.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#local/root.ts";
import { indexPackageDocs, startWebProduct } from "#tests/support/web-product.ts";
import { beNewcomer } from "#tests/web/newcomer.ts";
import type { NewcomerResult } from "#tests/web/newcomer.ts";
import { markdownTable, writeFigures } from "#evals/bench/figures.ts";

const RUNS = 6;
const SHOTS = join(ROOT, "docs/figures/newcomer");

const results: NewcomerResult[] = [];
rmSync(SHOTS, { recursive: true, force: true });
mkdirSync(SHOTS, { recursive: true });
for (let run = 0; run < RUNS; run += 1) {
  const product = await startWebProduct("newcomer");
  try {
    await indexPackageDocs(product.server, "zod");
    const look = async (step: string, page: { screenshot(options: object): Promise<unknown> }) => {
      // Pictures take time, so only the last run takes them.
      if (run === RUNS - 1)
        await page.screenshot({ path: join(SHOTS, `${step}.jpg`), type: "jpeg", quality: 70 });
    };
    results.push(await beNewcomer(product, look));
  } finally {
    await product.close();
  }
}
const timed = results.slice(0, -1);
const steps = ["1-home", "2-sign-up", "3-github", "4-key", "5-connect", "6-connected"];
writeFigures({
  name: "newcomer",
  title: "From the home page to a connected agent",
  command: "npm run newcomer",
  body: [
    "A scripted browser opens the home page, signs up at GitHub's stand-in, makes a key and copies the line for Claude Code;",
    "a real MCP client then searches with the address and the header of that line. Times are of runs without pictures.",
    "",
    markdownTable([
      ["run", "clicks", "typed fields", "whole way, s", "from the call's answer to “Connected”, ms"],
      ...timed.map((result, index) => [
        String(index + 1),
        result.clicks,
        result.typedFields,
        (result.totalMs / 1_000).toFixed(1),
        result.connectedMs.toFixed(0),
      ]),
    ]),
    "",
    ...steps.map((step) => `![${step}](newcomer/${step}.jpg)`),
  ].join("\n"),
  data: { runs: timed },
});
