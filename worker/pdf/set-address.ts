import type { Owner } from "#worker/context.ts";
import type { SourceAddress } from "#worker/services.ts";
import type { SetRow } from "./repo.ts";

/** Whose set it is, and where its pages are. */
export function addressOf(set: Pick<SetRow, "ownerKind" | "ownerId" | "indexId" | "sourceId">) {
  const owner: Owner = { kind: set.ownerKind === "team" ? "team" : "user", id: set.ownerId };
  return { owner, indexId: set.indexId, sourceId: set.sourceId } satisfies SourceAddress;
}
