import { userOwner } from "#worker/owner.ts";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { TIERS } from "#schema/values.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { listApiKeys } from "#worker/api-keys/list-api-keys.ts";
import { revokeApiKey } from "#worker/api-keys/revoke-api-key.ts";
import { setFirstPassword } from "#worker/auth/set-first-password.ts";
import type { Ctx } from "#worker/context.ts";
import { setPlan } from "#worker/credits/set-plan.ts";
import { createUser, createUserInput } from "#worker/users/create-user.ts";

export const demoAccountInput = z.object({
  email: createUserInput.shape.email,
  displayName: createUserInput.shape.displayName,
  /** Plan of the account, from now on; unchanged where none is given. */
  tier: z.enum(TIERS).optional(),
  /** Credits on top of the initial ones; added again by every call. */
  credits: z.number().int().positive().optional(),
  /** Replaces the account's password, so that a person can sign in to it. */
  password: z.string().min(1).max(INPUT_LIMITS.password).optional(),
  keyName: z.string().trim().min(1).max(100).default("demo"),
});
export type DemoAccountInput = z.infer<typeof demoAccountInput>;

/**
 * A user with a verified address, credits and a key, for `npm start`. The user of an address is made once. A second call revokes the key
 * of that name and makes another.
 */
export async function makeDemoAccount(
  ctx: Ctx<null>,
  { email, displayName, tier, credits, password, keyName }: DemoAccountInput,
): Promise<{ userId: string; email: string; apiKey: string }> {
  const user = await createUser(ctx, { email, displayName, isEmailVerified: true });
  const owner = userOwner(user.id);
  const own: Ctx = { ...ctx, scope: { owner } };
  if (tier) {
    const now = ctx.now();
    await setPlan(own, owner, {
      tier,
      startDate: now,
      eventId: ctx.newId("local"),
      order: now.getTime() / 1000,
    });
  }
  if (credits) await grantLocalCredits(own, { credits });
  if (password !== undefined) await setFirstPassword(own, { userId: user.id, password });
  for (const key of await listApiKeys(own)) {
    if (key.name === keyName && key.isActive) await revokeApiKey(own, { keyId: key.id });
  }
  const { key } = await createApiKey(own, { name: keyName });
  return { userId: user.id, email: user.email, apiKey: key };
}

/** Adds credits to the scope's owner, every time it is called. */
export async function grantLocalCredits(
  ctx: Pick<Ctx, "scope" | "services" | "newId">,
  { credits }: { credits: number },
): Promise<{ available: number }> {
  return ctx.services.creditCounter(ctx.scope.owner).grant(ctx.newId("local"), credits, "purchase");
}
