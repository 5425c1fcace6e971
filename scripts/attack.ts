/**
 * `npm run attack`: starts the product at the pace of production and does to it what an outside review did, and 500 hostile inputs;
 * one line each, and an exit code that is not 0 when any of them gets through. `--short` sends a fifth of the inputs.
 */
import { ATTACKS } from "./attack/attacks.ts";
import { startTarget } from "./attack/target.ts";

const isShort = process.argv.includes("--short");
const begin = performance.now();
const target = await startTarget();
let failed = 0;
try {
  for (const { name, run } of ATTACKS) {
    try {
      console.log(`held  ${name}: ${await run(target, { isShort })}`);
    } catch (error) {
      failed += 1;
      console.log(`FELL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  await target.close();
}
const seconds = Math.round((performance.now() - begin) / 1000);
console.log(`${ATTACKS.length - failed} held, ${failed} fell, ${seconds} s`);
process.exitCode = failed === 0 ? 0 : 1;
