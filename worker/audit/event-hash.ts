import { sha256Hex } from "#worker/platform/digest.ts";
import type { AuditEventRow } from "./repo.ts";

/** Hash for "nothing came before" in the first event of a chain. */
export const FIRST_PREVIOUS_HASH = "0".repeat(64);

/**
 * The hash of an event: SHA-256 over every column but the hash itself, in one fixed form. Since the previous event's hash is one of the
 * columns, the hash holds all earlier events in place.
 */
export async function hashEvent(event: Omit<AuditEventRow, "hash">): Promise<string> {
  return sha256Hex(
    JSON.stringify([
      event.ownerKind,
      event.ownerId,
      event.sequence,
      event.id,
      event.type,
      event.actorKind,
      event.actorId,
      sorted(event.details),
      event.ipAddress,
      event.createdAt.getTime(),
      event.previousHash,
    ]),
  );
}

/** Keys in order at every depth, so that the same details are the same text whoever wrote them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
