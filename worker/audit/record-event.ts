import type { Actor, Ctx } from "#worker/context.ts";
import type { AuditEvent, AuditOwner } from "./audit-event.ts";
import { FIRST_PREVIOUS_HASH, hashEvent } from "./event-hash.ts";
import { findLastEvent, hasEvent, insertEvent } from "./repo.ts";

/** Limit on rounds. Of several writers at the same moment one takes the place, so nobody waits for more rounds than there are writers. */
const MAX_ROUNDS = 100;
/** Longest pause after a lost round, growing with every round, so that not all writers come again at once. */
const PAUSE_MS = 10;

/**
 * Adds an event to the owner's chain, after the act itself. Throws when the event cannot be written: an act that must leave a trace does
 * not pass without one. Under an `id` of the caller's the event is written once, however often it is recorded; without an id, every call
 * is an event.
 */
export async function recordEvent(
  ctx: Pick<Ctx, "actor" | "caller" | "db" | "now" | "newId">,
  owner: AuditOwner,
  event: AuditEvent,
  options: { id?: string } = {},
): Promise<void> {
  const id = options.id ?? ctx.newId("evt");
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const last = await findLastEvent(ctx.db, owner);
    const row = {
      id,
      ownerKind: owner.kind,
      ownerId: owner.id,
      sequence: (last?.sequence ?? 0) + 1,
      type: event.type,
      ...actorColumns(ctx.actor),
      details: event.details,
      ipAddress: ctx.caller.ipAddress,
      createdAt: ctx.now(),
      previousHash: last?.hash ?? FIRST_PREVIOUS_HASH,
    };
    if (await insertEvent(ctx.db, { ...row, hash: await hashEvent(row) })) return;
    if (options.id !== undefined && (await hasEvent(ctx.db, id))) return;
    const pauseMs = Math.random() * PAUSE_MS * (round + 1);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`no place in the audit chain after ${MAX_ROUNDS} rounds`);
}

function actorColumns(actor: Actor): { actorKind: string; actorId: string | null } {
  switch (actor.kind) {
    case "session":
      return { actorKind: actor.kind, actorId: actor.userId };
    case "api-key":
      return { actorKind: actor.kind, actorId: actor.apiKeyId };
    case "oauth":
      return { actorKind: actor.kind, actorId: actor.clientId };
    case "system":
      return { actorKind: actor.kind, actorId: null };
    default:
      return actor satisfies never;
  }
}
