import { ownerOf } from "#worker/owner.ts";
import type { SourceAddress } from "#worker/services.ts";
import type { SetRow } from "./repo.ts";

/** The owner of a set, and the address of its pages. */
export function addressOf(
  set: Pick<SetRow, "ownerKind" | "ownerId" | "indexId" | "sourceId" | "homePrincipal">,
) {
  const { indexId, sourceId, homePrincipal } = set;
  return { owner: ownerOf(set), indexId, sourceId, homePrincipal } satisfies SourceAddress;
}
