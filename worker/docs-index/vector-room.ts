/** Room for vectors, of the 128 MB that an isolate has for everything: 310,000 chunks with the built-in vectors of 128 components. */
export const MAX_VECTOR_BYTES = 40_000_000;

/** Factor on the room for vectors that a cache may grow to: a growing cache makes room for more than its need. */
export const CACHE_MARGIN = 1.3;
