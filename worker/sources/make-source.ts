import { DEFAULT_INDEX_ID } from "#schema/values.ts";
import type { SourceKind } from "#schema/values.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { requireRoomForSource } from "./require-room.ts";
import { isNameTaken } from "./open-run.ts";
import { insertSource } from "./repo.ts";

/** Makes a source of the scope that holds nothing yet, and returns its id. Throws invalid-argument when the name is taken. */
export async function makeSource(
  ctx: Pick<Ctx, "actor" | "scope" | "db" | "services" | "now" | "newId">,
  input: { kind: SourceKind; name: string; url: string; description: string | null },
): Promise<string> {
  const id = ctx.newId("src");
  const { owner } = ctx.scope;
  const addedByUserId = actingUserId(ctx.actor);
  await requireRoomForSource(ctx, owner, addedByUserId);
  try {
    await insertSource(ctx.db, owner, { id, indexId: DEFAULT_INDEX_ID, addedByUserId, ...input }, ctx.now());
  } catch (error) {
    if (!isNameTaken(error)) throw error;
    throw new AppError(
      "invalid-argument",
      `There is a source named "${input.name}" already. Choose another name.`,
      { data: { displayName: input.name }, cause: error },
    );
  }
  await announceChange(ctx.services, owner, "sources", "private-index");
  return id;
}
