/**
 * The version of the messages that this build reads from queues. While a deploy is under way two builds read the same queues. A field
 * that may be missing needs no new version; raise it, and send it as `v`, when the build before would misread a message.
 */
const READS_VERSION = 1;
/** A deploy takes minutes; a queue tries a few times, with this pause. */
const LATER_SECONDS = 300;

/** What consumers use of a batch: its messages, each of which they acknowledge or send back by itself. */
export type Messages<T> = Pick<MessageBatch<T>, "queue" | "messages">;

/** The messages of a batch that this build can read; those of a later build go back for it, untouched. */
export function readableMessages<T>({ queue, messages }: Messages<T>): Messages<T> {
  return {
    queue,
    messages: messages.filter((message) => {
      const isReadable = versionOf(message.body) <= READS_VERSION;
      if (!isReadable) message.retry({ delaySeconds: LATER_SECONDS });
      return isReadable;
    }),
  };
}

/** Messages had no version at first. */
function versionOf(body: unknown): number {
  const { v } = (body ?? {}) as { v?: unknown };
  return typeof v === "number" ? v : 1;
}
