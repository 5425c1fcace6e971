import { actingUserId } from "#worker/context.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import { userOwner } from "#worker/owner.ts";
import { findSeatOf } from "./repo.ts";

export type Payer = {
  owner: Owner;
  /** Spenders of a call in this payer's books, with the credits that each may spend in a month; null for as much as there is. */
  limits: { label: string; credits: number | null }[];
};

/** A key or member whose spending is counted. */
export type Spender = { kind: "key" | "member"; id: string };

/** The label of a spender in the payer's books. */
export function labelOf({ kind, id }: Spender): string {
  return `${kind} ${id}`;
}

/** The spender of a label. */
export function spenderOf(label: string): Spender {
  const [kind = "", id = ""] = label.split(" ", 2);
  if (kind !== "key" && kind !== "member") throw new Error(`spending of an unknown kind: ${kind}`);
  return { kind, id };
}

/**
 * The payers of a call, in the order in which they are asked. A team pays for members with a paid seat; when it has too few credits, or
 * the member has used what an admin allows, and for members without a seat, the member's own account does. The team alone pays for a key
 * whose maker is gone.
 */
export async function payersOf(ctx: Pick<Ctx, "actor" | "scope" | "db">): Promise<[Payer, ...Payer[]]> {
  const { owner } = ctx.scope;
  const { actor } = ctx;
  const userId = actingUserId(actor);
  const ofKey =
    actor.kind === "api-key"
      ? [{ label: labelOf({ kind: "key", id: actor.apiKeyId }), credits: actor.monthlyCreditLimit }]
      : [];
  if (owner.kind === "user" || userId === null) return [{ owner, limits: ofKey }];
  const own: Payer = { owner: userOwner(userId), limits: [] };
  const seat = await findSeatOf(ctx.db, owner.id, userId);
  if (!seat?.hasPaidSeat) return [own];
  const ofMember = { label: labelOf({ kind: "member", id: userId }), credits: seat.monthlyCreditLimit };
  return [{ owner, limits: [...ofKey, ofMember] }, own];
}
