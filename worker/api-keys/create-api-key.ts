import * as z from "zod";
import { PLANS } from "#schema/plans.ts";
import { actingUserId } from "#worker/context.ts";
import type { Ctx } from "#worker/context.ts";
import { recordEvent } from "#worker/audit/record-event.ts";
import { AppError } from "#worker/errors.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { hmacHex } from "#worker/platform/digest.ts";
import { seal } from "#worker/platform/seal.ts";
import { getUser } from "#worker/users/get-user.ts";
import { generateKey, shownParts } from "./key-format.ts";
import { insertApiKey } from "./repo.ts";
import { sealedFor } from "./reveal-api-key.ts";

const NAME_REQUIRED = "API key name is required";

export const createApiKeyInput = z.object({
  name: z
    .string({ error: (issue) => (issue.input === undefined ? NAME_REQUIRED : undefined) })
    .trim()
    .min(1, NAME_REQUIRED)
    .max(100),
  teamId: z.string().optional(),
});
export type CreateApiKeyInput = z.infer<typeof createApiKeyInput>;

/**
 * A new key that works for the scope's owner. Later the key itself is shown by a reveal alone. Needs a user with a verified
 * address (permission-denied) who has fewer active keys than the plan allows (resource-exhausted). Called twice, it
 * makes two keys.
 */
export async function createApiKey(
  ctx: Ctx,
  input: CreateApiKeyInput,
): Promise<{ id: string; name: string; key: string }> {
  const { owner } = ctx.scope;
  // A key never reaches further than the credential that made it.
  if (input.teamId !== undefined && !(owner.kind === "team" && owner.id === input.teamId))
    throw new AppError("not-found", "There is no such team among yours.");
  const user = await getUser(ctx, userIdOf(ctx));
  if (!user.emailVerified)
    throw new AppError("permission-denied", "Verify your email address before you create an API key.");

  const key = generateKey();
  const id = ctx.newId("key");
  const limit = PLANS[user.tier].maxApiKeys;
  const isInserted = await insertApiKey(
    ctx.db,
    owner,
    {
      id,
      userId: user.id,
      teamId: owner.kind === "team" ? owner.id : null,
      name: input.name,
      keyHash: await hmacHex(ctx.services.config.apiKeyPepper, key),
      ...shownParts(key),
      sealedKey: await seal(ctx.services.config.sealKeys, sealedFor(id, owner), key),
      createdAt: ctx.now(),
    },
    limit,
  );
  if (!isInserted) {
    throw new AppError(
      "resource-exhausted",
      `The ${user.tier} plan allows ${limit} active API keys. Revoke one that is not used any more.`,
      { data: { limit } },
    );
  }
  await recordEvent(ctx, owner, { type: "api-key.created", details: { keyId: id, name: input.name } });
  publishChange(ctx, owner, "api-keys");
  return { id, name: input.name, key };
}

function userIdOf({ actor, scope }: Pick<Ctx, "actor" | "scope">): string {
  const userId = actingUserId(actor);
  if (userId !== null) return userId;
  if (scope.owner.kind === "user") return scope.owner.id;
  throw new AppError("permission-denied", "A team's key is made by one of its members.");
}
