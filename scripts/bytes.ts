/**
 * `node scripts/bytes.ts [folder]`: the size of what a browser loads before the first page is drawn, from a build
 * (scripts/first-load.ts). Ends with 1 when a goal is missed.
 */
import { firstLoads } from "./first-load.ts";

for (const { name, kib, maxKib } of firstLoads(process.argv[2] ?? "dist/client")) {
  console.log(`${kib.toFixed(1).padStart(6)} KiB of ${maxKib}  ${name}`);
  if (kib > maxKib) process.exitCode = 1;
}
