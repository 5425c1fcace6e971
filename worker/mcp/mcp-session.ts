import { DurableObject } from "cloudflare:workers";

export type ReadAheadPage = {
  url: string;
  title: string;
  markdown: string;
  contentHash: string;
  fetchedAt: number;
};

/** What one agent session has been given. Empty and harmless for a handle that nobody has used. */
export class McpSession extends DurableObject<Env> {
  /** What a new answer must know: hashes of chunks that were sent, and the last questions, newest first. */
  memory(): Promise<{ sentChunkHashes: string[]; recentQueries: string[] }> {
    throw new Error("not there yet");
  }
  /** Remembers what an answer held. Recording the same twice changes nothing. */
  remember(_answer: { query: string | null; chunkHashes: string[] }): Promise<void> {
    throw new Error("not there yet");
  }
  /** Keeps pages that a following read will probably ask for. */
  keepPages(_pages: ReadAheadPage[]): Promise<void> {
    throw new Error("not there yet");
  }
  keptPage(_url: string): Promise<ReadAheadPage | null> {
    throw new Error("not there yet");
  }
}
