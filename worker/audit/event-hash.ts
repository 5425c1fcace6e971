import { sha256Hex } from "#worker/platform/digest.ts";
import type { AuditEventRow } from "./repo.ts";

/** What stands for "nothing came before" in the first event of a chain. */
export const FIRST_PREVIOUS_HASH = "0".repeat(64);

/**
 * The hash of an event: SHA-256 over every column but the hash itself, in one fixed form. Since the hash of the event
 * before is one of the columns, it holds everything that came earlier in place.
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

/** Keys in order at every depth, so that the same details are the same text whoever wrote them down. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
