import { recordEvent } from "#worker/audit/record-event.ts";
import { deleteBilling } from "#worker/billing/delete-billing.ts";
import type { Ctx } from "#worker/context.ts";
import { disconnectGitHub } from "#worker/github/connect.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { deleteOAuthData } from "#worker/oauth/delete-oauth-data.ts";
import { sha256Hex } from "#worker/platform/digest.ts";
import { KINDS } from "#worker/source-kinds/kinds.ts";
import { deleteFiles } from "./delete-files.ts";
import { closeAccount, deleteAccountRows, deletePdfRows, listAccountSources } from "./repo.ts";
import type { UserRow } from "./repo.ts";

export type DeletionStep = {
  name: string;
  /** Does the step. `ctx` is the system's, in the scope of the user. A second run ends the same, also after half a run. */
  run: (ctx: Ctx, user: UserRow) => Promise<void>;
};

const SOURCES_PER_PART = 20;

/** Steps in order; the user's row goes last, since it shows that there is something left to do. */
export const DELETION_STEPS: readonly DeletionStep[] = [
  {
    name: "sessions and keys",
    run: async (ctx, user) => {
      await closeAccount(ctx.db, user.id, ctx.now());
      await ctx.services.liveHub(ctx.scope.owner).closeAll();
    },
  },
  { name: "mcp clients", run: (ctx, user) => deleteOAuthData(ctx, user.id) },
  {
    name: "files",
    run: async (ctx, user) => {
      const account = { userId: user.id, email: user.email };
      await deleteFiles(ctx, account);
      await deletePdfRows(ctx.db, account);
    },
  },
  { name: "sources", run: removeSources },
  {
    name: "github",
    run: async (ctx, user) => {
      // A token that cannot be read or given back must not keep the account: the token goes with the rows.
      await disconnectGitHub({ ...ctx, actor: ownerActor(user) }).catch((error: unknown) =>
        ctx.log.error("github.disconnect-failed", error),
      );
    },
  },
  { name: "catalog", run: (ctx) => ctx.services.catalog(ctx.scope.owner).clear() },
  // Billing goes before the credits: no subscription must go on when nothing here knows whom it was for.
  { name: "billing", run: deleteBilling },
  { name: "credits", run: (ctx) => ctx.services.creditCounter(ctx.scope.owner).clear() },
  {
    name: "mail",
    run: async (ctx, user) => {
      const id = `account-deleted_${await sha256Hex(user.id)}`;
      await sendMail(ctx, { to: user.email, template: "account-deleted", values: {} }, { id });
    },
  },
  {
    name: "record",
    run: async (ctx, user) => {
      const userIdHash = await sha256Hex(user.id);
      const event = { type: "account.deleted", details: { userIdHash } } as const;
      await recordEvent(ctx, { kind: "system", id: "system" }, event, { id: `evt_deleted_${userIdHash}` });
    },
  },
  // A request from before the account was closed may have begun a source meanwhile.
  { name: "late sources", run: removeSources },
  { name: "conversations", run: (ctx, user) => ctx.services.conversations(user.id).clear() },
  // Consoles are closed again, because the steps in between have told them of changes.
  { name: "consoles", run: (ctx) => ctx.services.liveHub(ctx.scope.owner).closeAll() },
  {
    name: "rows",
    run: (ctx, user) => deleteAccountRows(ctx.db, { userId: user.id, email: user.email }),
  },
];

/** Stops all runs and removes every source, with its webhooks at GitHub. */
async function removeSources(ctx: Ctx, user: UserRow): Promise<void> {
  const account = { userId: user.id, email: user.email };
  const hooks: Promise<unknown>[] = [];
  const own = { ...ctx, waitUntil: (work: Promise<unknown>) => void hooks.push(work) };
  for (;;) {
    const some = await listAccountSources(ctx.db, account, SOURCES_PER_PART);
    if (some.length === 0) break;
    for (const source of some) await KINDS[source.kind].remove(own, source);
  }
  // The connection that opens GitHub goes after this step.
  await Promise.allSettled(hooks);
}

/** The owner who asked for the deletion, as the actor of steps that only a person may take. */
function ownerActor(user: UserRow): Ctx["actor"] {
  const signedInAt = user.deletionStartedAt ?? user.createdAt;
  return {
    kind: "session",
    userId: user.id,
    sessionId: "ended",
    isEmailVerified: user.emailVerified,
    signedInAt,
  };
}
