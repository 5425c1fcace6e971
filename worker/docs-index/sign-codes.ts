/** Values of a byte: the signs of eight components. */
const CODES = 256;
const BINS = 2048;
const UPPER_BINS = BINS / 4;

/** Bytes of a row: a multiple of four, so that four can be added at a time. Bits of components that are not there count nothing. */
export function signBytes(dims: number): number {
  return Math.ceil(dims / 32) * 4;
}

/** For each of the int8 vectors in `vectors`, one after the other, a bit a component: set where it is not negative. */
export function signsOf(vectors: Uint8Array, count: number, dims: number): Uint8Array {
  const bytes = signBytes(dims);
  const signs = new Uint8Array(count * bytes);
  for (let row = 0; row < count; row++) {
    for (let d = 0; d < dims; d++) {
      if (vectors[row * dims + d]! < 128) signs[row * bytes + (d >> 3)]! |= 1 << (d & 7);
    }
  }
  return signs;
}

/**
 * For each row the sum of the question's components, each with the sign that the row has there: what the cosine would be
 * if all components of the row were equally large. A table of the sums for every byte makes it one addition for eight.
 */
export function scoreSigns(question: Float32Array, signs: Uint8Array, rowCount: number): Float32Array {
  const bytes = signBytes(question.length);
  const sums = sumsOf(question, bytes);
  const scores = new Float32Array(rowCount);
  for (let row = 0, at = 0; row < rowCount; row++) {
    let even = 0;
    let odd = 0;
    for (let table = 0; table < sums.length; table += 4 * CODES, at += 4) {
      even += sums[table + signs[at]!]! + sums[table + CODES + signs[at + 1]!]!;
      odd += sums[table + 2 * CODES + signs[at + 2]!]! + sums[table + 3 * CODES + signs[at + 3]!]!;
    }
    scores[row] = even + odd;
  }
  return scores;
}

/** Indexes of the `count` largest of the scores above 0, and of some more that are next to them; in ascending order. */
export function largest(scores: Float32Array, count: number): Int32Array {
  let highest = 0;
  for (let row = 0; row < scores.length; row++) if (scores[row]! > highest) highest = scores[row]!;
  const factor = highest > 0 ? BINS / highest : 0;
  // The largest are mostly among the few of the upper bins; to sort the half of all rows that is above 0 takes three times as long.
  let { bin, seen } = lowestBin(scores, factor, count, UPPER_BINS);
  if (seen < count) ({ bin, seen } = lowestBin(scores, factor, count, 0));
  const chosen = new Int32Array(seen);
  let at = 0;
  for (let row = 0; row < scores.length; row++) {
    if (scores[row]! * factor >= bin && scores[row]! > 0) chosen[at++] = row;
  }
  return chosen;
}

/** The bin, from `lowest` on, from which upwards there are at least `count` scores above 0, or else all; and how many there are. */
function lowestBin(
  scores: Float32Array,
  factor: number,
  count: number,
  lowest: number,
): { bin: number; seen: number } {
  const bins = new Int32Array(BINS + 1);
  for (let row = 0; row < scores.length; row++) {
    const place = scores[row]! * factor;
    if (place >= lowest && place > 0) bins[place | 0]!++;
  }
  let bin = BINS;
  let seen = bins[bin]!;
  while (bin > lowest && seen < count) seen += bins[--bin]!;
  return { bin, seen };
}

function sumsOf(question: Float32Array, bytes: number): Float32Array {
  const sums = new Float32Array(bytes * CODES);
  for (let byte = 0; byte < bytes; byte++) {
    for (let code = 0; code < CODES; code++) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit++) {
        const component = question[byte * 8 + bit] ?? 0;
        sum += (code >> bit) & 1 ? component : -component;
      }
      sums[byte * CODES + code] = sum;
    }
  }
  return sums;
}
