/**
 * Writes worker/content/o200k.bin from the ranks that gpt-tokenizer ships (o200k_base of OpenAI's tiktoken, MIT).
 *
 * Layout: the number of tokens as a little-endian uint32, the length of each token in bytes (one byte each), then the tokens
 * themselves, all in the order of their rank. Run `node scripts/build-tokenizer.ts` again when the encoding changes.
 */
import { readFileSync, writeFileSync } from "node:fs";

const ranksFile = new URL("./data/o200k_base.tiktoken", import.meta.resolve("gpt-tokenizer/package.json"));
const tableFile = new URL("../worker/content/o200k.bin", import.meta.url);

const tokens: Buffer[] = [];
for (const line of readFileSync(ranksFile, "utf8").split("\n")) {
  const [token, rank] = line.split(" ");
  if (token && rank) tokens[Number(rank)] = Buffer.from(token, "base64");
}

const count = Buffer.alloc(4);
count.writeUInt32LE(tokens.length);
const lengths = Uint8Array.from(tokens, (token, rank) => {
  if (!token?.length || token.length > 255) throw new Error(`Token ${rank} does not fit the table.`);
  return token.length;
});
writeFileSync(tableFile, Buffer.concat([count, lengths, ...tokens]));
console.log(`${tokens.length} tokens`);
