import { DurableObject } from "cloudflare:workers";
import { LIVE_CLOSE, LIVE_PING, LIVE_PONG, MAX_LIVE_SOCKETS } from "#schema/api/live.ts";
import type { LiveMessage } from "#schema/api/live.ts";
import type { LiveTopic } from "#schema/values.ts";
import { ChangeLog } from "./change-log.ts";
import { listenerOf } from "./listener.ts";
import type { Listener } from "./listener.ts";

/** Changes that come within this time of each other are told in one message. */
const GATHER_MS = 50;
/** Polls that wait at a time; each keeps the object awake. The oldest is answered when there is one more. */
const MAX_WAITING_POLLS = 20;

/**
 * An older socket is closed when there is something to tell, and its client connects again through the door: that is when
 * a session that has run out by itself is noticed.
 */
const MAX_AGE_MS = 12 * 3_600_000;
/** A client that is closed with it connects again. */
const CONNECT_AGAIN = 4000;

/** Kept with a socket while the object sleeps. */
type Held = {
  /** Up to which change the client has been told. */
  sequence: number;
  /** The later opened, the higher. */
  opening: number;
  openedAt: number;
};

type WaitingPoll = { sessionId: string; after: number; answer: () => void };

/**
 * One per user and one per team: tells the open consoles of its owner what has changed. Sockets hibernate, so a console
 * that is only open costs nothing. Who may listen is the door's business.
 */
export class LiveHub extends DurableObject<Env> {
  readonly #changes: ChangeLog;
  readonly #polls = new Set<WaitingPoll>();
  #isGathering = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#changes = new ChangeLog(ctx.storage.kv);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
    // What was noted and not yet told when the object last lost its memory.
    if (this.#sockets().some(({ held }) => held.sequence < this.#changes.sequence)) this.#tellSoon();
  }

  /** Tells every open socket that these topics changed. Messages name topics and carry no data. */
  async publish(topics: LiveTopic[]): Promise<void> {
    if (topics.length === 0) return;
    this.#changes.note(topics);
    this.#tellSoon();
  }

  /** Opens a socket: a request to upgrade with the listener in its query (`listenUrl`). */
  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      return new Response(null, { status: 426, headers: { Upgrade: "websocket" } });
    const { sessionId, after } = listenerOf(request.url);
    const open = this.#sockets().toSorted((a, b) => a.held.opening - b.held.opening);
    for (const { socket } of open.slice(0, Math.max(0, open.length - MAX_LIVE_SOCKETS + 1)))
      socket.close(LIVE_CLOSE.replaced, "Too many connections: the newest are kept.");
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [sessionId]);
    const opening = (open.at(-1)?.held.opening ?? 0) + 1;
    this.#send(server, { sequence: 0, opening, openedAt: Date.now() }, this.#message(after));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** What changed after the listener's sequence number, as soon as there is something; else nothing, when the time is over. */
  async poll({ sessionId, after }: Listener, timeoutMs: number): Promise<LiveMessage> {
    const known = this.#message(after);
    if (after === null || known.topics.length > 0) return known;
    const { promise, resolve } = Promise.withResolvers<void>();
    const poll: WaitingPoll = { sessionId, after, answer: resolve };
    if (this.#polls.size >= MAX_WAITING_POLLS) this.#polls.values().next().value?.answer();
    this.#polls.add(poll);
    const timer = setTimeout(resolve, timeoutMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#polls.delete(poll);
    }
    return this.#message(after);
  }

  /** A session has ended: its sockets are closed and its polls answered. */
  async closeSession(sessionId: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(sessionId))
      socket.close(LIVE_CLOSE.sessionEnded, "This session has ended.");
    for (const poll of this.#polls) if (poll.sessionId === sessionId) poll.answer();
  }

  /** The owner is gone: everybody's sockets are closed and nothing is kept. */
  async closeAll(): Promise<void> {
    for (const socket of this.ctx.getWebSockets())
      socket.close(LIVE_CLOSE.accountDeleted, "This account was deleted.");
    for (const poll of this.#polls) poll.answer();
    this.#changes.forget();
    await this.ctx.storage.deleteAll();
  }

  /** Clients have nothing to say but a ping, which the platform answers. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008, "Nothing but a ping is expected.");
  }

  /** While the timer runs the object does not sleep. */
  #tellSoon(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    setTimeout(() => {
      this.#isGathering = false;
      this.#tell();
    }, GATHER_MS);
  }

  /** Each listener is told what it does not know yet, so that nobody misses or hears anything twice. */
  #tell(): void {
    for (const { socket, held } of this.#sockets()) {
      if (held.sequence >= this.#changes.sequence) continue;
      if (Date.now() - held.openedAt > MAX_AGE_MS) socket.close(CONNECT_AGAIN, "Connect again.");
      else this.#send(socket, held, this.#message(held.sequence));
    }
    for (const poll of this.#polls) if (poll.after < this.#changes.sequence) poll.answer();
  }

  #send(socket: WebSocket, held: Held, message: LiveMessage): void {
    socket.serializeAttachment({ ...held, sequence: message.sequence } satisfies Held);
    socket.send(JSON.stringify(message));
  }

  /** Without a number to begin from there is nothing to tell but where the count stands. */
  #message(after: number | null): LiveMessage {
    return { topics: after === null ? [] : this.#changes.since(after), sequence: this.#changes.sequence };
  }

  /** Those that are open: one that is closing takes no message. */
  #sockets(): { socket: WebSocket; held: Held }[] {
    return this.ctx
      .getWebSockets()
      .filter((socket) => socket.readyState === WebSocket.OPEN)
      .map((socket) => ({ socket, held: socket.deserializeAttachment() as Held }));
  }
}
