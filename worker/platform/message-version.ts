/**
 * The version of the messages that this build reads from queues. During a deploy two builds read the same queues. A field that may be
 * missing needs no new version; raise the version, and send it as `v`, when the build before would misread a message.
 */
export const READS_VERSION = 1;
/** Pause before a queue tries again; a deploy takes minutes. */
const LATER_SECONDS = 300;

/** Used part of a batch: its messages, each acknowledged or sent back by itself. */
export type Messages<T> = Pick<MessageBatch<T>, "queue" | "messages">;

/** The messages of a batch that this build can read; messages of a later build go back, untouched. */
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

/** Version of a message; 1 for messages without a version. */
function versionOf(body: unknown): number {
  const { v } = (body ?? {}) as { v?: unknown };
  return typeof v === "number" ? v : 1;
}
