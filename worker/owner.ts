import { PUBLIC_OWNER } from "#worker/context.ts";
import type { Owner, SourceOwner, UserOwner } from "#worker/context.ts";
import type { SourceAddress } from "#worker/services.ts";

export function userOwner(userId: string): UserOwner {
  return { kind: "user", id: userId };
}

export function teamOwner(teamId: string): Owner {
  return { kind: "team", id: teamId };
}

/** The owner of a row, by its columns. Throws for a public row. */
export function ownerOf({ ownerKind, ownerId }: { ownerKind: string; ownerId: string }): Owner {
  if (ownerKind === "user") return userOwner(ownerId);
  if (ownerKind === "team") return teamOwner(ownerId);
  throw new Error(`a row of ${ownerKind} has no tenant`);
}

/** The owner of a source's row: a tenant, or everybody. */
export function sourceOwnerOf(row: { ownerKind: string; ownerId: string }): SourceOwner {
  return row.ownerKind === PUBLIC_OWNER.kind ? PUBLIC_OWNER : ownerOf(row);
}

/** The address of a source's index, by the source's row. */
export function sourceAddressOf(row: {
  id: string;
  ownerKind: string;
  ownerId: string;
  indexId: string;
  homePrincipal: string | null;
}): SourceAddress {
  const { id: sourceId, indexId, homePrincipal } = row;
  return { owner: sourceOwnerOf(row), indexId, sourceId, homePrincipal };
}

/** The principal of an owner in names of Durable Objects and vector namespaces: `u_<id>` or `t_<id>`, `public` for everybody. */
export function principalOf(owner: SourceOwner): string {
  if (owner.kind === "public") return "public";
  return owner.kind === "user" ? `u_${owner.id}` : `t_${owner.id}`;
}

/** The owner that a principal names; null for `public` and for text that is no principal. */
export function ownerOfPrincipal(principal: string): Owner | null {
  if (principal.startsWith("u_")) return userOwner(principal.slice(2));
  if (principal.startsWith("t_")) return teamOwner(principal.slice(2));
  return null;
}
