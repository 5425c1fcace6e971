/**
 * Exact o200k_base tokens in about 5 MB of memory. The tokens lie in one byte string in the order of their rank; an
 * open-addressing table finds the rank of any bytes. Encoders made for Node hold the same ranks as JavaScript strings in
 * a Map, which takes some 75 MB of the 128 MB that an isolate has.
 */

import { pieceEnd } from "./o200k-pieces.ts";
import { NO_RANK, rankOf, type Ranks, readRanks } from "./o200k-ranks.ts";

export type Tokenizer = {
  /** Tokens of a text; special tokens such as `<|endoftext|>` count as the ordinary text that they are here. */
  count(text: string): number;
  /** A prefix with at most `maxTokens` tokens that ends where a token ends and never inside a code point. */
  cut(text: string, maxTokens: number): string;
};

/** Reads the table that scripts/build-tokenizer.ts writes. */
export function createTokenizer(table: ArrayBuffer): Tokenizer {
  const ranks = readRanks(table);
  const merger = new Merger(ranks);

  function count(text: string): number {
    let tokens = 0;
    for (let at = 0; at < text.length;) {
      const end = pieceEnd(text, at);
      tokens += merger.countPiece(text, at, end);
      at = end;
    }
    return tokens;
  }

  function cut(text: string, maxTokens: number): string {
    let tokens = 0;
    let at = 0;
    while (at < text.length) {
      const end = pieceEnd(text, at);
      const inPiece = merger.countPiece(text, at, end);
      if (tokens + inPiece > maxTokens) break;
      tokens += inPiece;
      at = end;
    }
    if (at >= text.length) return text;
    let prefix = text.slice(0, merger.endOfTokens(text, at, pieceEnd(text, at), maxTokens - tokens));
    // The end of a prefix splits into pieces in another way than the same place within the text, and may need more tokens.
    while (prefix !== "" && count(prefix) > maxTokens) prefix = prefix.slice(0, lastCodePoint(prefix));
    return prefix;
  }

  return { count, cut };
}

function lastCodePoint(text: string): number {
  const isPair = text.length > 1 && (text.codePointAt(text.length - 2) ?? 0) > 0xffff;
  return text.length - (isPair ? 2 : 1);
}

/** Bytes up to which a piece is merged without a heap: nearly all pieces are that short. */
const SHORT = 64;

/** Counts the tokens of one piece. The buffers are used again and again, so one instance serves one thread. */
class Merger {
  readonly #ranks: Ranks;
  readonly #buffer = new Uint8Array(SHORT * 3);
  /** The bytes of the piece at hand. */
  #bytes = this.#buffer;
  /** Offsets of the parts of a short piece, and the rank of each part joined with the next. */
  readonly #starts = new Int32Array(SHORT + 2);
  readonly #joined = new Int32Array(SHORT + 2);

  constructor(ranks: Ranks) {
    this.#ranks = ranks;
  }

  countPiece(text: string, start: number, end: number): number {
    const length = this.#encode(text, start, end);
    if (length === 1 || rankOf(this.#ranks, this.#bytes, 0, length) !== NO_RANK) return 1;
    return length <= SHORT ? this.#mergeShort(length) : this.#mergeLong(length).count;
  }

  /** Offset into `text` of the last code point boundary that `tokens` tokens of the piece reach. */
  endOfTokens(text: string, start: number, end: number, tokens: number): number {
    const length = this.#encode(text, start, end);
    if (rankOf(this.#ranks, this.#bytes, 0, length) !== NO_RANK) return tokens > 0 ? end : start;
    const { next } = this.#mergeLong(length);
    let reached = 0;
    for (let taken = 0; taken < tokens && reached < length; taken++) reached = next[reached] as number;
    let at = start;
    for (let bytes = 0; at < end;) {
      const code = text.codePointAt(at) as number;
      bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      if (bytes > reached) break;
      at += code > 0xffff ? 2 : 1;
    }
    return at;
  }

  #encode(text: string, start: number, end: number): number {
    const length = end - start;
    const bytes = length <= SHORT ? this.#buffer : new Uint8Array(length * 3);
    this.#bytes = bytes;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(start + at);
      if (code > 127) return encoder.encodeInto(text.slice(start, end), bytes).written;
      bytes[at] = code;
    }
    return length;
  }

  /** Byte pair encoding: joins the neighbours of lowest rank, leftmost first, until no pair has a rank. */
  #mergeShort(length: number): number {
    const [ranks, bytes, starts, joined] = [this.#ranks, this.#bytes, this.#starts, this.#joined];
    for (let at = 0; at <= length; at++) starts[at] = at;
    for (let at = 0; at + 1 < length; at++) joined[at] = rankOf(ranks, bytes, at, at + 2);
    let parts = length;
    while (parts > 1) {
      let lowest = -1;
      let lowestRank = Number.POSITIVE_INFINITY;
      for (let part = 0; part + 1 < parts; part++) {
        const rank = joined[part] as number;
        if (rank !== NO_RANK && rank < lowestRank) {
          lowestRank = rank;
          lowest = part;
        }
      }
      if (lowest === -1) break;
      parts--;
      for (let part = lowest + 1; part <= parts; part++) {
        starts[part] = starts[part + 1] as number;
        joined[part] = joined[part + 1] as number;
      }
      for (let part = Math.max(0, lowest - 1); part <= lowest; part++) {
        joined[part] =
          part + 1 < parts
            ? rankOf(ranks, bytes, starts[part] as number, starts[part + 2] as number)
            : NO_RANK;
      }
    }
    return parts;
  }

  /** Byte pair encoding with a heap of pairs, in nearly linear time: a megabyte of base64 is one single piece. */
  #mergeLong(length: number): { count: number; next: Int32Array } {
    const [ranks, bytes] = [this.#ranks, this.#bytes];
    /** Next part, previous part, and rank of a part joined with the next, each by the first byte of the part. */
    const next = Int32Array.from({ length }, (_, at) => at + 1);
    const previous = Int32Array.from({ length }, (_, at) => at - 1);
    const joined = new Int32Array(length);
    const heap = new Heap();
    const rate = (part: number): void => {
      const middle = next[part] as number;
      const rank = middle < length ? rankOf(ranks, bytes, part, next[middle] as number) : NO_RANK;
      joined[part] = rank;
      if (rank !== NO_RANK) heap.push(rank * RANK_STEP + part);
    };
    for (let at = 0; at < length; at++) rate(at);
    let count = length;
    while (heap.size > 0) {
      const key = heap.pop();
      const part = key % RANK_STEP;
      if (joined[part] !== (key - part) / RANK_STEP) continue;
      const swallowed = next[part] as number;
      const after = next[swallowed] as number;
      next[part] = after;
      joined[swallowed] = NO_RANK;
      if (after < length) previous[after] = part;
      count--;
      rate(part);
      if (part > 0) rate(previous[part] as number);
    }
    return { count, next };
  }
}

const encoder = new TextEncoder();

/** Factor of the rank in a key of the heap, rank × RANK_STEP + position: lowest rank first, then leftmost; keys stay below 2^53. */
const RANK_STEP = 2 ** 30;

/** Binary heap of numbers, smallest first. */
class Heap {
  readonly #keys: number[] = [];

  get size(): number {
    return this.#keys.length;
  }

  push(key: number): void {
    const keys = this.#keys;
    let at = keys.length;
    keys.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = keys[parent] as number;
      if (above <= key) break;
      keys[at] = above;
      at = parent;
    }
    keys[at] = key;
  }

  /** Takes the smallest key. Must not be called on an empty heap. */
  pop(): number {
    const keys = this.#keys;
    const top = keys[0] as number;
    const last = keys.pop() as number;
    const size = keys.length;
    if (size === 0) return top;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++;
      if ((keys[child] as number) >= last) break;
      keys[at] = keys[child] as number;
      at = child;
    }
    keys[at] = last;
    return top;
  }
}
