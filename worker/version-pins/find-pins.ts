import { seesPrivate } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { listPinsOfSources } from "./repo.ts";

/** The versions that the scope's lockfiles name of sources that it may search, by the name in lower case. */
export async function findPins(
  ctx: Pick<Ctx, "actor" | "scope" | "db">,
): Promise<ReadonlyMap<string, string>> {
  // What somebody depends on is theirs to know.
  if (!seesPrivate(ctx)) return new Map();
  const pins = await listPinsOfSources(ctx.db, ctx.scope.owner);
  return new Map(pins.map(({ name, version }) => [name, version]));
}
