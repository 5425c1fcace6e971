/** Size of the output that decoding would give, and the place in the input where decoding ended. `isCut`: the size is above `limit`. */
export type DecodedSize = { size: number; end: number; isCut: boolean };

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END_OF_BLOCK = 256;

/** Number of codes of each length, and the symbols in the order of their codes (RFC 1951, 3.2.2). */
type Codes = { counts: Uint16Array; symbols: Uint16Array };

/**
 * Size of a zlib stream once inflated, without inflating the stream: lengths are added up and nothing is kept, so a bomb costs no
 * memory and no more time than its own bits. A broken stream counts up to the break, as a forgiving reader reads it.
 */
export function inflatedSize(bytes: Uint8Array, start: number, limit: number): DecodedSize {
  const bits = new BitReader(bytes, start + 2);
  let size = 0;
  try {
    for (let isLast = false; !isLast && size <= limit;) {
      isLast = bits.take(1) === 1;
      const type = bits.take(2);
      if (type === 0) size += bits.skipStored();
      else if (type === 1) size += blockSize(bits, FIXED.literals, FIXED.distances, limit - size);
      else if (type === 2) {
        const { literals, distances } = readCodes(bits);
        size += blockSize(bits, literals, distances, limit - size);
      } else break;
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
    size += error.size;
  }
  return { size, end: bits.position, isCut: size > limit };
}

/** Whether two bytes begin a zlib stream (RFC 1950, 2.2). */
export function isZlib(first: number | undefined, second: number | undefined): boolean {
  return (
    first !== undefined && second !== undefined && (first & 15) === 8 && ((first << 8) | second) % 31 === 0
  );
}

class BrokenStream extends Error {
  /** Size of the block that broke, up to the break. */
  size = 0;
}

class BitReader {
  position: number;
  readonly #bytes: Uint8Array;
  #buffer = 0;
  #held = 0;

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = bytes;
    this.position = position;
  }

  take(count: number): number {
    while (this.#held < count) {
      if (this.position >= this.#bytes.length) throw new BrokenStream();
      this.#buffer |= (this.#bytes[this.position++] as number) << this.#held;
      this.#held += 8;
    }
    const value = this.#buffer & ((1 << count) - 1);
    this.#buffer >>>= count;
    this.#held -= count;
    return value;
  }

  skipStored(): number {
    this.#buffer = 0;
    this.#held = 0;
    const length = this.take(16);
    this.take(16);
    const rest = this.#bytes.length - this.position;
    this.position += Math.min(length, rest);
    return Math.min(length, rest);
  }

  symbol({ counts, symbols }: Codes): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= 15; length += 1) {
      code |= this.take(1);
      const count = counts[length] as number;
      if (code - count < first) return symbols[index + (code - first)] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new BrokenStream();
  }
}

function blockSize(bits: BitReader, literals: Codes, distances: Codes, limit: number): number {
  let size = 0;
  try {
    while (size <= limit) {
      const symbol = bits.symbol(literals);
      if (symbol < END_OF_BLOCK) {
        size += 1;
        continue;
      }
      if (symbol === END_OF_BLOCK) break;
      const base = LENGTH_BASE[symbol - 257];
      if (base === undefined) throw new BrokenStream();
      size += base + bits.take(LENGTH_EXTRA[symbol - 257] as number);
      const extra = DISTANCE_EXTRA[bits.symbol(distances)];
      if (extra === undefined) throw new BrokenStream();
      bits.take(extra);
    }
  } catch (error) {
    if (error instanceof BrokenStream) error.size = size;
    throw error;
  }
  return size;
}

function readCodes(bits: BitReader): { literals: Codes; distances: Codes } {
  const literalCount = bits.take(5) + 257;
  const distanceCount = bits.take(5) + 1;
  const codeLengthCount = bits.take(4) + 4;
  const codeLengths = new Uint8Array(19);
  for (let at = 0; at < codeLengthCount; at += 1) codeLengths[CODE_LENGTH_ORDER[at] as number] = bits.take(3);
  const codes = codesOf(codeLengths);
  const lengths = new Uint8Array(literalCount + distanceCount);
  for (let at = 0; at < lengths.length;) {
    const symbol = bits.symbol(codes);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    const value = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
    const repeat = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    lengths.fill(value, at, Math.min(at + repeat, lengths.length));
    at += repeat;
  }
  return {
    literals: codesOf(lengths.subarray(0, literalCount)),
    distances: codesOf(lengths.subarray(literalCount)),
  };
}

function codesOf(lengths: Uint8Array): Codes {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  counts[0] = 0;
  const offsets = new Uint16Array(16);
  for (let length = 1; length < 15; length += 1)
    offsets[length + 1] = (offsets[length] as number) + (counts[length] as number);
  const symbols = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    symbols[offsets[length] as number] = symbol;
    offsets[length] = (offsets[length] as number) + 1;
  }
  return { counts, symbols };
}

const FIXED = {
  literals: codesOf(
    Uint8Array.from({ length: 288 }, (_, symbol) =>
      symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
    ),
  ),
  distances: codesOf(new Uint8Array(30).fill(5)),
};
