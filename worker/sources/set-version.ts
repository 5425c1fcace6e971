import type { Ctx } from "#worker/context.ts";
import type { SourceAddress } from "#worker/services.ts";
import { updateVersion } from "./repo.ts";

/** Says which version of its subject a source is now, such as the commit of a branch. */
export async function setVersion(
  ctx: Pick<Ctx, "db" | "now">,
  { sourceId }: SourceAddress,
  version: string,
): Promise<void> {
  await updateVersion(ctx.db, sourceId, version, ctx.now());
}
