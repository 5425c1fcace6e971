/** Numbers from 0 to 1 that a seed decides (mulberry32), so that a draw can be made again. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** All items in an order that the seed decides. */
export function shuffle<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, draw: random() }))
    .sort((a, b) => a.draw - b.draw)
    .map(({ item }) => item);
}

/** Draws `count` of the items without repetition, in their original order. All items when there are fewer. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  const drawn = new Set(shuffle([...items.keys()], seed).slice(0, count));
  return items.filter((_, index) => drawn.has(index));
}
