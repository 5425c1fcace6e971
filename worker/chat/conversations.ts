import { DurableObject } from "cloudflare:workers";
import type { Conversation, ConversationSummary, Turn, TurnEvent } from "#schema/api/chat.ts";
import { NO_CALLER } from "#worker/context.ts";
import type { Actor, Caller, Ctx, Owner } from "#worker/context.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { ownerOfPrincipal, principalOf } from "#worker/owner.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { createLog } from "#worker/platform/log.ts";
import { createServices } from "#worker/services.ts";
import { ConversationStore } from "./conversation-store.ts";
import type { BeginOutcome, NewTurn } from "./conversation-store.ts";
import { demoPassages } from "./demo-passages.ts";
import { paidPassages } from "./find-passages.ts";
import { freeModel, runTurn } from "./run-turn.ts";
import { paidModel } from "./paid-model.ts";

/** A question with its asker. */
export type TurnJob = NewTurn & {
  searchScope: "all" | "public" | "private";
  /** Names of the sources that the search is limited to. */
  sources: string[] | null;
  /** The person who asks; null for a visitor of the demo. */
  asker: { actor: Actor; caller: Caller; owner: Owner } | null;
};

/** Time after which a visitor's question is forgotten. */
const DEMO_LIFE_MS = 3_600_000;
const ENCODER = new TextEncoder();

type Listener = { turnId: string; writer: WritableStreamDefaultWriter<Uint8Array> };

/**
 * Chat of one user, or one question of a visitor. A question is answered here and not in the request that brought the question: a listener
 * gets the events as they come, and a listener that was cut off asks for the missing ones.
 */
export class Conversations extends DurableObject<Env> {
  #store: ConversationStore;
  readonly #log = createLog({ object: "Conversations" });
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<Listener>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new ConversationStore(ctx.storage.sql);
    // A new object answers nothing yet: open turns were cut off with the object before.
    for (const turnId of this.#store.runningTurns())
      this.#store.add(turnId, { type: "end", status: "cut", model: null, problem: null });
  }

  async list(scope: string): Promise<ConversationSummary[]> {
    return this.#store.list(scope);
  }

  async find(scope: string, id: string): Promise<Conversation | null> {
    return this.#store.find(scope, id);
  }

  async findTurn(scope: string, turnId: string): Promise<Turn | null> {
    return this.#store.findTurn(scope, turnId);
  }

  /** Stores a question and begins the answer. The same turn again changes nothing. */
  async begin(job: TurnJob): Promise<BeginOutcome> {
    const outcome = this.ctx.storage.transactionSync(() => this.#store.begin(job, Date.now()));
    if (outcome !== "begun") return outcome;
    this.#endRemoved();
    if (job.asker === null) await this.ctx.storage.setAlarm(Date.now() + DEMO_LIFE_MS);
    const stop = new AbortController();
    this.#running.set(job.turnId, stop);
    this.ctx.waitUntil(this.#answer(job, stop.signal));
    this.#tellConsoles(job.scope);
    return outcome;
  }

  /** Ends a turn with the answer so far. */
  async stop(scope: string, turnId: string): Promise<void> {
    if (this.#store.findTurn(scope, turnId)) this.#running.get(turnId)?.abort();
  }

  /**
   * The events of a turn from number `after` on as server-sent events, the stored ones at once and the others as they come; null where the
   * owner has no such turn. Closes behind the last event.
   */
  async events(scope: string, turnId: string, after: number): Promise<ReadableStream<Uint8Array> | null> {
    const turn = this.#store.findTurn(scope, turnId);
    if (!turn) return null;
    const { readable, writable } = new IdentityTransformStream();
    const listener = { turnId, writer: writable.getWriter() };
    const known = this.#store.eventsFrom(turnId, after).map(({ n, event }) => eventText(n, event));
    // A line at once, so that a proxy lets the answer's headers pass.
    this.#send(listener, `: turn\n\n${known.join("")}`);
    if (turn.status === "running") this.#listeners.add(listener);
    else void listener.writer.close().catch(() => {});
    return readable;
  }

  async setShared(scope: string, id: string, isShared: boolean): Promise<boolean> {
    const isKnown = this.#store.setShared(scope, id, isShared);
    if (isKnown) this.#tellConsoles(scope);
    return isKnown;
  }

  async findShared(id: string): Promise<Conversation | null> {
    return this.#store.findShared(id);
  }

  async remove(scope: string, id: string): Promise<boolean> {
    const isKnown = this.ctx.storage.transactionSync(() => this.#store.remove(scope, id));
    this.#endRemoved();
    if (isKnown) this.#tellConsoles(scope);
    return isKnown;
  }

  /** Conversations for every owner for whom the user has asked, as lines of JSON. */
  async exportLines(): Promise<ReadableStream<Uint8Array>> {
    const { readable, writable } = new IdentityTransformStream();
    const writer = writable.getWriter();
    const write = async () => {
      for (const conversation of this.#store.all())
        await writer.write(ENCODER.encode(`${JSON.stringify(conversation)}\n`));
      await writer.close();
    };
    this.ctx.waitUntil(write().catch(() => {}));
    return readable;
  }

  /** Deletes everything, as when the account is deleted; running answers end. */
  async clear(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#store = new ConversationStore(this.ctx.storage.sql);
    this.#endRemoved();
  }

  /** Forgets a visitor's question; no other question sets an alarm. */
  override async alarm(): Promise<void> {
    await this.clear();
  }

  async #answer(job: TurnJob, signal: AbortSignal): Promise<void> {
    const tell = (event: TurnEvent) => this.#tell(job.turnId, event);
    try {
      const ctx = this.#ctxFor(job);
      const turns = this.#store.find(job.scope, job.conversationId)?.turns ?? [];
      const earlier = turns.filter(({ id }) => id !== job.turnId);
      const asked = { ...job, earlier, signal };
      await (job.asker === null
        ? runTurn(ctx, asked, { findPassages: demoPassages, withModel: freeModel }, tell)
        : runTurn(ctx, asked, { findPassages: paidPassages, withModel: paidModel }, tell));
    } catch (error) {
      this.#log.error("turn failed", error);
      const problem = { code: "internal", message: "Something went wrong on our side. Try again.", data: {} };
      tell({ type: "end", status: "failed", model: null, problem });
    } finally {
      this.#running.delete(job.turnId);
      this.#tellConsoles(job.scope);
    }
  }

  #ctxFor({ asker }: TurnJob): Ctx {
    const visitor = {
      actor: { kind: "system" },
      caller: NO_CALLER,
      owner: { kind: "user", id: "visitor" },
    } as const;
    const { actor, caller, owner } = asker ?? visitor;
    return {
      actor,
      caller,
      scope: { owner },
      db: connectDb(this.env.DB),
      services: createServices(this.env),
      log: this.#log,
      now: () => new Date(),
      newId,
      waitUntil: (work) => this.ctx.waitUntil(work),
    };
  }

  /** Stores an event and sends the event to the turn's listeners. */
  #tell(turnId: string, event: TurnEvent): void {
    const n = this.#store.add(turnId, event);
    if (n === null) return;
    for (const listener of this.#listeners) {
      if (listener.turnId !== turnId) continue;
      this.#send(listener, eventText(n, event));
      if (event.type !== "end") continue;
      this.#listeners.delete(listener);
      void listener.writer.close().catch(() => {});
    }
  }

  /** Sends text without waiting: a listener that reads slowly, or is gone, holds up nobody. */
  #send(listener: Listener, text: string): void {
    listener.writer.write(ENCODER.encode(text)).catch(() => this.#listeners.delete(listener));
  }

  /** Ends the answers and the listeners of deleted turns. */
  #endRemoved(): void {
    const open = new Set(this.#store.runningTurns());
    for (const [turnId, stop] of this.#running) if (!open.has(turnId)) stop.abort();
    for (const listener of this.#listeners) {
      if (open.has(listener.turnId)) continue;
      this.#listeners.delete(listener);
      void listener.writer.close().catch(() => {});
    }
  }

  #tellConsoles(scope: string): void {
    const owner = ownerOfPrincipal(scope);
    if (!owner) return;
    const liveHub = (whose: Owner) => this.env.LIVE_HUB.getByName(principalOf(whose));
    this.ctx.waitUntil(announceChange({ liveHub }, owner, "conversations"));
  }
}

function eventText(n: number, event: TurnEvent): string {
  return `id: ${n}\ndata: ${JSON.stringify(event)}\n\n`;
}
