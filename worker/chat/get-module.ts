import { listVisibleSources } from "#worker/catalog/route.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";

/** A source that a conversation is limited to. */
export type Module = { id: string; name: string; url: string; version: string | null };

/** A source that the caller may search, by its id; not-found for any other source, and for a source without pages. */
export async function getModule(
  ctx: Pick<Ctx, "actor" | "db" | "scope" | "firstReads">,
  { moduleId }: { moduleId: string },
): Promise<Module> {
  const sources = await listVisibleSources(ctx, "all");
  const source = sources.find(({ id }) => id === moduleId);
  if (!source) throw new AppError("not-found", "Module not found");
  const { id, name, url, version } = source;
  return { id, name, url, version };
}
