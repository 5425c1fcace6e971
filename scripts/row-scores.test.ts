import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import wabt from "wabt";

const text = new URL("../worker/docs-index/row-scores.wat", import.meta.url);

it("is what the text beside it says", async () => {
  const { parseWat } = await wabt();
  const { buffer } = parseWat("row-scores.wat", readFileSync(text, "utf8"), { simd: true }).toBinary({});
  expect(Buffer.from(buffer)).toEqual(readFileSync(new URL("row-scores.wasm", text)));
});
