export type Ranks = {
  bytes: Uint8Array;
  /** Offset in `bytes` of each rank's token; one more entry than there are tokens. */
  starts: Uint32Array;
  /** Rank + 1 by hash, 0 for a free slot. */
  slots: Uint32Array;
  /** Rank of a token of two bytes by first × 256 + second: most look-ups are of such tokens. */
  pairs: Int32Array;
  longest: number;
};

export const NO_RANK = -1;
const slotCount = 1 << 19;

/** Reads the table that scripts/build-tokenizer.ts writes, in some 10 ms. */
export function readRanks(table: ArrayBuffer): Ranks {
  const count = new DataView(table).getUint32(0, true);
  const lengths = new Uint8Array(table, 4, count);
  const bytes = new Uint8Array(table, 4 + count);
  const starts = new Uint32Array(count + 1);
  const slots = new Uint32Array(slotCount);
  const pairs = new Int32Array(1 << 16).fill(NO_RANK);
  let longest = 0;
  let start = 0;
  for (let rank = 0; rank < count; rank++) {
    const length = lengths[rank] as number;
    if (length > longest) longest = length;
    starts[rank] = start;
    let slot = slotOf(bytes, start, start + length);
    while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
    slots[slot] = rank + 1;
    if (length === 2) pairs[((bytes[start] as number) << 8) | (bytes[start + 1] as number)] = rank;
    start += length;
  }
  starts[count] = start;
  return { bytes, starts, slots, pairs, longest };
}

/** The slot of a token: FNV-1a, with its high bits folded in. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) & (slotCount - 1);
}

/** Rank of the token with these bytes, or NO_RANK. */
export function rankOf(ranks: Ranks, bytes: Uint8Array, start: number, end: number): number {
  if (end - start === 2)
    return ranks.pairs[((bytes[start] as number) << 8) | (bytes[start + 1] as number)] as number;
  if (end - start > ranks.longest) return NO_RANK;
  for (let slot = slotOf(bytes, start, end); ; slot = (slot + 1) & (slotCount - 1)) {
    const rank = (ranks.slots[slot] as number) - 1;
    if (rank < 0) return NO_RANK;
    const tokenStart = ranks.starts[rank] as number;
    if ((ranks.starts[rank + 1] as number) - tokenStart !== end - start) continue;
    let at = 0;
    while (at < end - start && ranks.bytes[tokenStart + at] === bytes[start + at]) at++;
    if (at === end - start) return rank;
  }
}
