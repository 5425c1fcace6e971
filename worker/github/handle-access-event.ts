import type { Ctx } from "#worker/context.ts";
import { denyAccess } from "./access-repo.ts";
import type { AccessEvent } from "./access-event.ts";
import { checkDueAccess } from "./check-access.ts";
import { GithubError } from "./github-error.ts";
import { lookAgain } from "./look-again.ts";
import { listRepositoriesAt, markPrivate } from "./repo.ts";

type EventCtx = Pick<Ctx, "services" | "db" | "now" | "log" | "waitUntil">;

/**
 * Ends the access that a webhook puts in question, and then asks GitHub who has it. Nothing is readable on the word of a webhook: until
 * GitHub answers, the answer is no. The same event again changes nothing.
 */
export async function handleAccessEvent(ctx: EventCtx, event: AccessEvent): Promise<void> {
  const { repositoryId, githubUserId, isPrivate } = event;
  const known = await listRepositoriesAt(ctx.db, repositoryId);
  if (known.length === 0) return;
  const now = ctx.now();
  // Everything that was asked before this event is due.
  const before = new Date(now.getTime() + 1);
  if (githubUserId !== null) {
    await denyAccess(ctx.db, { repositoryId, githubUserId }, now);
    ctx.waitUntil(checkDueAccess(ctx, { repositoryId, githubUserId, before }));
    return;
  }
  if (isPrivate) {
    await markPrivate(ctx.db, repositoryId);
    await denyAccess(ctx.db, { repositoryId }, now);
  }
  ctx.waitUntil(lookAtAll(ctx, known).then(() => checkDueAccess(ctx, { repositoryId, before })));
}

async function lookAtAll(ctx: EventCtx, known: Awaited<ReturnType<typeof listRepositoriesAt>>) {
  for (const one of known) {
    await lookAgain(ctx, one).catch((error: unknown) => {
      // GitHub does not show it, or does not answer: the clock looks again.
      if (!(error instanceof GithubError)) throw error;
      ctx.log.warn("github.recheck-failed", { sourceId: one.source.id });
    });
  }
}
