import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { listEventsBefore } from "./repo.ts";

export const listAuditEventsInput = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Place in the chain to go on from: `next` of the part before. */
  before: z.coerce.number().int().min(1).optional(),
});
export type ListAuditEvents = z.infer<typeof listAuditEventsInput>;

export type ListedAuditEvent = {
  id: string;
  /** Number of the event within the owner: 1, 2, 3 … */
  sequence: number;
  type: string;
  actorKind: string;
  actorId: string | null;
  details: Record<string, unknown>;
  ipAddress: string | null;
  createdAt: Date;
};

/** Events of the scope's owner's account, newest first, in parts. `next` is null in the last part. */
export async function listAuditEvents(
  ctx: Pick<Ctx, "db" | "scope">,
  { limit, before = Number.MAX_SAFE_INTEGER }: ListAuditEvents,
): Promise<{ events: ListedAuditEvent[]; next: number | null }> {
  const rows = await listEventsBefore(ctx.db, ctx.scope.owner, before, limit);
  const events = rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    type: row.type,
    actorKind: row.actorKind,
    actorId: row.actorId,
    details: row.details,
    ipAddress: row.ipAddress,
    createdAt: row.createdAt,
  }));
  const last = events.at(-1);
  return { events, next: last && last.sequence > 1 ? last.sequence : null };
}
