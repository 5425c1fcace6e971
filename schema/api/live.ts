import * as z from "zod/mini";
import { LIVE_TOPICS } from "../values.ts";

/**
 * Message of `GET /api/live` over its socket, and answer of `GET /api/live/poll`: the topics that have changed up to `sequence`, which the
 * client hands back as `?after=` in its next call. The first message after a connection has the changes since `after`; without `after` the
 * message has none and only tells the present `sequence`.
 */
export const liveMessage = z.object({ topics: z.array(z.enum(LIVE_TOPICS)), sequence: z.number() });
export type LiveMessage = z.infer<typeof liveMessage>;

/** A ping and its answer: a client that sends the first is answered with the second, without waking anybody. */
export const LIVE_PING = "ping";
export const LIVE_PONG = "pong";

/** Sockets that one user or team may have open; the oldest makes room for one more. */
export const MAX_LIVE_SOCKETS = 20;

/** Codes with which a socket is closed for good: after any other a client connects again. */
export const LIVE_CLOSE = {
  sessionEnded: 4001,
  accountDeleted: 4002,
  /** There were too many sockets, and this was the oldest. */
  replaced: 4003,
} as const;
