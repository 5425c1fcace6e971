import type * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { sourceAddressOf } from "#worker/owner.ts";
import { findOwnSource } from "#worker/sources/find-own-source.ts";
import { removeSource } from "#worker/sources/remove-source.ts";
import { findGithub } from "./connection.ts";
import { pushHook } from "./push-hook.ts";
import { noSuchRepository } from "./refresh-repository.ts";
import type { moduleIdInput } from "./refresh-repository.ts";
import { deleteRepository, findRepository, listRepositoriesAt } from "./repo.ts";
import type { RepositoryRow } from "./repo.ts";

type RemoveCtx = Pick<Ctx, "scope" | "caller" | "services" | "db" | "now" | "log" | "waitUntil">;

/**
 * Removes a repository from the scope's sources with everything indexed from it. A stranger's repository is not found. May be called again
 * after a crash.
 */
export async function removeRepoFromRef(
  ctx: RemoveCtx,
  input: z.infer<typeof moduleIdInput>,
): Promise<{ removed: true }> {
  const { owner } = ctx.scope;
  const known = await findRepository(ctx.db, owner, input.moduleId);
  // After a death in the middle, the repository's own row is gone and the source is not.
  const source = known?.source ?? (await findOwnSource(ctx, input.moduleId));
  if (source?.kind !== "repository") throw noSuchRepository();
  await deleteRepository(ctx.db, source.id);
  await removeSource(ctx, sourceAddressOf(source));
  if (known) ctx.waitUntil(dropHook(ctx, known.repository));
  return { removed: true };
}

/** Removes the webhook with the last source of the repository, whoever owns that source. */
async function dropHook(ctx: RemoveCtx, { repositoryId, fullName, connectedByUserId }: RepositoryRow) {
  if ((await listRepositoriesAt(ctx.db, repositoryId)).length > 0) return;
  const github = await findGithub(ctx, connectedByUserId).catch((error: unknown) => {
    ctx.log.error("github.hook-failed", error, { wish: "remove" });
    return null;
  });
  if (github) await pushHook(ctx, github.client, fullName, "remove");
}
