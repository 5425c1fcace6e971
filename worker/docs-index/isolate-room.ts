/** What an index holds in memory only to be faster: it is read again when it is needed. */
type Cache = {
  readonly byteLength: number;
  letGo(): void;
};

type Entry = { readonly cache: WeakRef<Cache>; bytes: number };

/**
 * Room that the caches of all objects of an isolate share, since the platform runs several objects in the 128 MB of one. Over the room, those
 * that were used longest ago let go; the one in use never does.
 */
export class IsolateRoom {
  readonly #maxBytes: number;
  /** Entries in the order of their last use. The caches themselves go with their objects. */
  readonly #entries = new Set<Entry>();
  readonly #entryOf = new WeakMap<Cache, Entry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Notes that a cache is in use and how large it is by now, and makes room for it. */
  use(cache: Cache): void {
    const entry = this.#entryOf.get(cache) ?? { cache: new WeakRef(cache), bytes: 0 };
    this.#entryOf.set(cache, entry);
    this.#entries.delete(entry);
    this.#entries.add(entry);
    this.#bytes += cache.byteLength - entry.bytes;
    entry.bytes = cache.byteLength;
    for (const oldest of this.#entries) {
      if (this.#bytes <= this.#maxBytes || oldest === entry) return;
      this.#entries.delete(oldest);
      this.#bytes -= oldest.bytes;
      oldest.bytes = 0;
      oldest.cache.deref()?.letGo();
    }
  }
}
