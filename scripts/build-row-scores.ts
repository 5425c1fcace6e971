/**
 * Writes worker/docs-index/row-scores.wasm from the text beside it. Run `node scripts/build-row-scores.ts` again when the text
 * changes. A Worker may not assemble code that it runs, so the result is a file of the repository.
 */
import { readFileSync, writeFileSync } from "node:fs";
import wabt from "wabt";

const text = new URL("../worker/docs-index/row-scores.wat", import.meta.url);
const { parseWat } = await wabt();
const module = parseWat("row-scores.wat", readFileSync(text, "utf8"), { simd: true });
const { buffer } = module.toBinary({});
module.destroy();
writeFileSync(new URL("row-scores.wasm", text), buffer);
console.log(`${buffer.length} bytes`);
