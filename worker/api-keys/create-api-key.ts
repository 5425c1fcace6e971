import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { KEY_SCOPES } from "#schema/values.ts";
import { planOf } from "#worker/tenancy/plan-of.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { getUser } from "#worker/users/get-user.ts";
import { newKeyRow } from "./new-key-row.ts";
import { insertApiKey } from "./repo.ts";

const NAME_REQUIRED = "API key name is required";

export const createApiKeyInput = z.object({
  name: z
    .string({ error: (issue) => (issue.input === undefined ? NAME_REQUIRED : undefined) })
    .trim()
    .min(1, NAME_REQUIRED)
    .max(100),
  teamId: z.string().max(INPUT_LIMITS.id).optional(),
  /** Scope of the key: `search` keys search and read; `index` keys also add and remove documentation. */
  scope: z.enum(KEY_SCOPES).default("index"),
});
export type CreateApiKeyInput = z.input<typeof createApiKeyInput>;

/**
 * A new key that works for the scope's owner. Later only a reveal shows the key itself. Needs a user with a verified address
 * (permission-denied) who has fewer active keys than the plan allows (resource-exhausted). Called twice, it makes two keys.
 */
export async function createApiKey(
  ctx: Ctx,
  input: CreateApiKeyInput,
): Promise<{ id: string; name: string; key: string }> {
  const { owner } = ctx.scope;
  // A key never reaches further than the credential that made it.
  if (input.teamId !== undefined && !(owner.kind === "team" && owner.id === input.teamId))
    throw new AppError("not-found", "You aren't in this team, or it doesn't exist.");
  const user = await actingUser(ctx);
  const plan = await planOf(ctx, owner);
  const limit = plan.maxApiKeys;
  const { name, scope = "index" } = input;
  const { key, row } = await newKeyRow(ctx, owner, { userId: user.id, name, scope });
  if (!(await insertApiKey(ctx.db, owner, row, limit))) {
    throw new AppError(
      "resource-exhausted",
      `The ${plan.name} plan allows ${limit} active API keys. Revoke one that is not used any more.`,
      { data: { limit } },
    );
  }
  await recordEvent(ctx, owner, { type: "api-key.created", details: { keyId: row.id, name: row.name } });
  publishChange(ctx, owner, "api-keys");
  return { id: row.id, name: row.name, key };
}

/** The owner of a new key: a user with a verified address, else permission-denied. */
export async function actingUser(ctx: Ctx) {
  const user = await getUser(ctx, userIdOf(ctx));
  if (!user.emailVerified)
    throw new AppError("permission-denied", "Verify your email address before you create an API key.");
  return user;
}

function userIdOf({ actor, scope }: Pick<Ctx, "actor" | "scope">): string {
  const userId = actingUserId(actor);
  if (userId !== null) return userId;
  if (scope.owner.kind === "user") return scope.owner.id;
  throw new AppError("permission-denied", "A team's key is made by one of its members.");
}
