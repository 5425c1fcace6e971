import { IsolateRoom } from "./isolate-room.ts";
import { PostingCache } from "./postings.ts";
import type { VectorCache } from "./vector-cache.ts";

/**
 * Room for what the indexes of an isolate hold in memory, of its 128 MB: one source of 310,000 chunks, or several that are smaller. The
 * worker's own code and data take 35 MB.
 */
const MAX_BYTES = 60_000_000;
const room = new IsolateRoom(MAX_BYTES);

/** What an index holds in memory between its questions. It goes when other indexes of the isolate need the room, and is read again. */
export class IndexMemory {
  vectors: VectorCache | null = null;
  readonly postings = new PostingCache();

  get byteLength(): number {
    return (this.vectors?.byteLength ?? 0) + this.postings.byteLength;
  }

  /** Notes that the memory was used, after a question, when it has grown. */
  noteUse(): void {
    room.use(this);
  }

  letGo(): void {
    this.vectors = null;
    this.postings.clear();
  }
}
