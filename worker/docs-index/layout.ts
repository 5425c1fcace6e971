/**
 * The chunks of an index numbered without gaps, in the order of their ids (their places), and its pages likewise (their
 * slots). The chunks of a page are neighbours.
 */
export type Layout = {
  pageIds: Int32Array;
  firstChunkIds: Int32Array;
  /** Place of each page's first chunk, and at the end the number of chunks. */
  starts: Int32Array;
  /** Slot of each chunk's page. */
  slots: Int32Array;
};

/** Reads the layout of an index; pages without chunks are left out. */
export function readLayout(sql: SqlStorage): Layout {
  const pages = sql
    .exec<{ id: number; first: number; count: number }>(
      `SELECT id, first_chunk_id AS first, chunk_count AS count FROM page WHERE chunk_count > 0 ORDER BY first_chunk_id`,
    )
    .toArray();
  const starts = new Int32Array(pages.length + 1);
  pages.forEach(({ count }, slot) => (starts[slot + 1] = starts[slot]! + count));
  const slots = new Int32Array(starts[pages.length]!);
  for (let slot = 0; slot < pages.length; slot++) slots.fill(slot, starts[slot], starts[slot + 1]);
  return {
    pageIds: Int32Array.from(pages, ({ id }) => id),
    firstChunkIds: Int32Array.from(pages, ({ first }) => first),
    starts,
    slots,
  };
}

export function chunkIdAt({ firstChunkIds, starts, slots }: Layout, place: number): number {
  const slot = slots[place]!;
  return firstChunkIds[slot]! + place - starts[slot]!;
}

/** Places of chunks by their ids, which are in ascending order; ids that are not there are left out. */
export function placesOf({ firstChunkIds, starts }: Layout, chunkIds: number[]): Int32Array {
  const places = new Int32Array(chunkIds.length);
  let found = 0;
  let slot = 0;
  for (const id of chunkIds) {
    while (slot + 1 < firstChunkIds.length && firstChunkIds[slot + 1]! <= id) slot++;
    const place = starts[slot]! + id - (firstChunkIds[slot] ?? Infinity);
    if (place >= starts[slot]! && place < (starts[slot + 1] ?? 0)) places[found++] = place;
  }
  return found === places.length ? places : places.slice(0, found);
}
