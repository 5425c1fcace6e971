/**
 * `npm test`: every vitest project, then one line with the sum over all of them. Arguments are filters for files, as
 * vitest takes them.
 */
import { join } from "node:path";
import { startVitest } from "vitest/node";
import { ROOT } from "#local/root.ts";
import { findChromium } from "#tests/support/chromium.ts";
import { failedOfSecondTries } from "./second-tries.ts";

if (findChromium() === null) {
  console.log(
    "Skipped: the browser tests (web/**/*.test.tsx) need Chromium; get it with `apt-get install chromium`.",
  );
}

const vitest = await startVitest("test", process.argv.slice(2), { run: true, watch: false });
const secondTries: string[] = [];
const counts = { passed: 0, failed: vitest.state.getUnhandledErrors().length, skipped: 0 };
for (const module of vitest.state.getTestModules()) {
  // A file that does not load, or whose hooks fail, has no failed test of its own, so its errors are counted.
  counts.failed += module.errors().length;
  for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    // A test still pending at the end of the run did not run: that is no success.
    counts[state === "pending" ? "failed" : state] += 1;
    if (test.diagnostic()?.flaky) secondTries.push(`${module.relativeModuleId} > ${test.fullName}`);
  }
}
await vitest.close();
if (secondTries.length > 0) console.log(`Passed at the second try:\n${secondTries.join("\n")}`);
const failedTries = failedOfSecondTries(secondTries, join(ROOT, ".cache/second-tries.json"));
if (failedTries.length > 0) {
  console.log(
    `Too many second tries, or two runs in a row; these count as failed:\n${failedTries.join("\n")}`,
  );
  counts.passed -= failedTries.length;
  counts.failed += failedTries.length;
}
if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
