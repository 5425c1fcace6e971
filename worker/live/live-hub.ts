import { DurableObject } from "cloudflare:workers";
import { LIVE_CLOSE, LIVE_PING, LIVE_PONG, MAX_LIVE_SOCKETS } from "#schema/api/live.ts";
import type { LiveMessage } from "#schema/api/live.ts";
import type { LiveTopic } from "#schema/values.ts";
import { ChangeLog } from "./change-log.ts";
import { listenerOf } from "./listener.ts";
import type { Listener } from "./listener.ts";

/** Time within which changes are gathered into one message. */
const GATHER_MS = 50;
/** Most polls that wait at a time; each keeps the object awake. The oldest is answered when there is one more. */
const MAX_WAITING_POLLS = 20;

/**
 * Age from which a socket is closed when there is something to tell, and its client connects again through the door: then a session that
 * has run out by itself is noticed.
 */
const MAX_AGE_MS = 12 * 3_600_000;
/** Close code after which a client connects again. */
const CONNECT_AGAIN = 4000;

/** Data kept with a socket while the object sleeps. */
type Held = {
  /** Sequence number of the last change that the client knows. */
  sequence: number;
  /** Number of the opening: later sockets have higher ones. */
  opening: number;
  openedAt: number;
};

type WaitingPoll = { sessionId: string; after: number; answer: () => void };

/**
 * The hub of one user or team: tells the open consoles of its owner what has changed. Sockets hibernate, so a console that is only open
 * costs nothing. The door decides who may listen.
 */
export class LiveHub extends DurableObject<Env> {
  readonly #changes: ChangeLog;
  readonly #polls = new Set<WaitingPoll>();
  #isGathering = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#changes = new ChangeLog(ctx.storage.kv);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
    // Changes may have been noted and not yet told when the object last lost its memory.
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

  /** Waits for changes after the listener's sequence number; answers as soon as there are some, else with none when the time is over. */
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

  /** Closes the sockets of an ended session and answers its polls. */
  async closeSession(sessionId: string): Promise<void> {
    for (const socket of this.ctx.getWebSockets(sessionId))
      socket.close(LIVE_CLOSE.sessionEnded, "This session has ended.");
    for (const poll of this.#polls) if (poll.sessionId === sessionId) poll.answer();
  }

  /** Closes everybody's sockets and keeps nothing, when the owner is gone. */
  async closeAll(): Promise<void> {
    for (const socket of this.ctx.getWebSockets())
      socket.close(LIVE_CLOSE.accountDeleted, "This account was deleted.");
    for (const poll of this.#polls) poll.answer();
    this.#changes.forget();
    await this.ctx.storage.deleteAll();
  }

  /** Ignores messages: clients have nothing to say but a ping, which the platform answers. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008, "Nothing but a ping is expected.");
  }

  /** Starts the timer for the next message; while it runs the object does not sleep. */
  #tellSoon(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    setTimeout(() => {
      this.#isGathering = false;
      this.#tell();
    }, GATHER_MS);
  }

  /** Tells each listener the changes that it does not know yet, so that nobody misses or hears anything twice. */
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

  /** The changes after a sequence number. Without one there is nothing to tell but the current number. */
  #message(after: number | null): LiveMessage {
    return { topics: after === null ? [] : this.#changes.since(after), sequence: this.#changes.sequence };
  }

  /** Sockets that are open: a closing one takes no message. */
  #sockets(): { socket: WebSocket; held: Held }[] {
    return this.ctx
      .getWebSockets()
      .filter((socket) => socket.readyState === WebSocket.OPEN)
      .map((socket) => ({ socket, held: socket.deserializeAttachment() as Held }));
  }
}
