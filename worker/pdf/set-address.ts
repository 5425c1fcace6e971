import { ownerOf } from "#worker/owner.ts";
import type { SourceAddress } from "#worker/services.ts";
import type { SetRow } from "./repo.ts";

/** Whose set it is, and where its pages are. */
export function addressOf(set: Pick<SetRow, "ownerKind" | "ownerId" | "indexId" | "sourceId">) {
  return { owner: ownerOf(set), indexId: set.indexId, sourceId: set.sourceId } satisfies SourceAddress;
}
