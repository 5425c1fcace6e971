const BINS = 2048;
const UPPER_BINS = BINS / 4;

/** Indexes of the `count` largest of the scores above 0, and of some more that are next to them; in ascending order. */
export function largest(scores: Float32Array, count: number): Int32Array {
  let highest = 0;
  for (let row = 0; row < scores.length; row++) if (scores[row]! > highest) highest = scores[row]!;
  const factor = highest > 0 ? BINS / highest : 0;
  // The largest scores are mostly in the upper bins; to sort all scores above 0, half of the rows, takes three times as long.
  let { bin, seen } = lowestBin(scores, factor, count, UPPER_BINS);
  if (seen < count) ({ bin, seen } = lowestBin(scores, factor, count, 0));
  const chosen = new Int32Array(seen);
  let at = 0;
  for (let row = 0; row < scores.length; row++) {
    if (scores[row]! * factor >= bin && scores[row]! > 0) chosen[at++] = row;
  }
  return chosen;
}

/** The highest bin with at least `count` scores above 0 in it and the bins above, else `lowest`; `seen` is the number of these scores. */
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
