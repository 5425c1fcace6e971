import type { Ctx } from "#worker/context.ts";
import type { SourceAddress } from "#worker/services.ts";
import { updateVersion } from "./repo.ts";

/** Sets the version of its subject that a source has now, such as the commit of a branch. */
export async function setVersion(
  ctx: Pick<Ctx, "db" | "now">,
  { sourceId }: SourceAddress,
  version: string,
): Promise<void> {
  await updateVersion(ctx.db, sourceId, version, ctx.now());
}
