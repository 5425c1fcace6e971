/** An isolate has 128 MB for everything. This is room for 310,000 chunks with the vectors that are built in, of 128 components. */
export const MAX_VECTOR_BYTES = 40_000_000;

/** Times the room that there is: a cache makes room for more when it grows. */
export const CACHE_MARGIN = 1.3;
