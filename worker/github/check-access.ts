/** Who may read a private repository of a team: GitHub is asked with each member's own connection. */
import type { Ctx } from "#worker/context.ts";
import { ACCESS_LIFE_MS } from "#worker/platform/readable-by.ts";
import { deleteAccessBefore, listDuePairs, putAccess } from "./access-repo.ts";
import type { Pair } from "./access-repo.ts";
import type { GithubClient } from "./client.ts";
import { findGithub } from "./connection.ts";
import { GithubError } from "./github-error.ts";

/** Age at which an answer is asked for again: more than two tries fit into the life of an answer. */
const ASKED_EVERY_MS = 20 * 60 * 60_000;
/** Most members and repositories in one go: each costs a call of GitHub's API. */
const MAX_AT_A_TIME = 50;
const AT_ONCE = 5;

type CheckCtx = Pick<Ctx, "db" | "services" | "now">;
/** Members and repositories to ask for; all of them when nothing is named. */
type Which = { userId?: string; repositoryId?: string; githubUserId?: string };

/**
 * Asks GitHub whether it shows a repository to a member, and stores the answer. Does nothing for a member without a connection. Throws
 * GithubError when GitHub gives no answer, and the stored one stays.
 */
export async function checkAccess(ctx: CheckCtx, { repositoryId, userId }: Pair): Promise<void> {
  const seenAt = ctx.now();
  const github = await findGithub(ctx, userId);
  if (!github) return;
  const { githubUserId } = github.connection;
  const mayRead = await isShown(github.client, repositoryId);
  await putAccess(ctx.db, { repositoryId, userId, githubUserId, mayRead, seenAt });
}

async function isShown(client: GithubClient, repositoryId: string): Promise<boolean> {
  try {
    await client.repositoryById(repositoryId);
    return true;
  } catch (error) {
    if (error instanceof GithubError && (error.kind === "not-found" || error.kind === "unauthorized"))
      return false;
    throw error;
  }
}

/**
 * Asks for members and private repositories whose last answer is from before `before`, or 20 hours old: fifty at most, those without an
 * answer first. A member for whom GitHub gives no answer waits for the next time, and nobody waits for that member.
 */
export async function checkDueAccess(
  ctx: CheckCtx & Pick<Ctx, "log">,
  { before, ...which }: Which & { before?: Date } = {},
): Promise<void> {
  if (!ctx.services.config.github) return;
  const pairs = await listDuePairs(ctx.db, {
    ...which,
    before: before ?? new Date(ctx.now().getTime() - ASKED_EVERY_MS),
    limit: MAX_AT_A_TIME,
  });
  const silent = new Set<string>();
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const some = pairs.slice(at, at + AT_ONCE).filter(({ userId }) => !silent.has(userId));
    await Promise.all(
      some.map((pair) =>
        checkAccess(ctx, pair).catch((error: unknown) => {
          silent.add(pair.userId);
          ctx.log.error("github.access-not-checked", error, { userId: pair.userId });
        }),
      ),
    );
  }
}

/** Asks anew, once a day, what GitHub shows to whom, and deletes answers that count no more. For the clock. */
export async function sweepAccess(ctx: CheckCtx & Pick<Ctx, "log">): Promise<void> {
  await checkDueAccess(ctx);
  await deleteAccessBefore(ctx.db, new Date(ctx.now().getTime() - ACCESS_LIFE_MS));
}
