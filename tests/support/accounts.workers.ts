import { env } from "cloudflare:test";
import type { Tier } from "#schema/values.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { NO_CALLER } from "#worker/context.ts";
import type { Actor, Ctx, Owner } from "#worker/context.ts";
import { setPlan } from "#worker/credits/set-plan.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";
import { createLog } from "#worker/platform/log.ts";
import { createServices } from "#worker/services.ts";
import { createUser } from "#worker/users/create-user.ts";

/** A Ctx over the real bindings. `settled` waits for everything that was left to go on after an answer. */
export function testCtx(actor: Actor, owner: Owner): Ctx & { settled: () => Promise<void> } {
  const later: Promise<unknown>[] = [];
  return {
    actor,
    caller: NO_CALLER,
    scope: { owner },
    db: connectDb(env.DB),
    services: createServices(env),
    log: createLog(),
    now: () => new Date(),
    newId,
    waitUntil: (work) => void later.push(work),
    settled: async () => {
      while (later.length > 0) await Promise.allSettled(later.splice(0));
    },
  };
}

/** The system acting for a user. */
export function systemCtx(userId = "system") {
  return testCtx({ kind: "system" }, { kind: "user", id: userId });
}

export type Account = { userId: string; email: string; apiKeyId: string; apiKey: string };

/** A user of its own for a test, with the initial credits, any more credits asked for, and a key. */
export async function makeAccount(options: { credits?: number; tier?: Tier } = {}): Promise<Account> {
  const email = `${newId("person").toLowerCase()}@example.test`;
  const user = await createUser(systemCtx(), { email, isEmailVerified: true });
  const ctx = systemCtx(user.id);
  if (options.tier) {
    const event = { startDate: new Date(), eventId: newId("evt"), order: 1 };
    await setPlan(ctx, { kind: "user", id: user.id }, { tier: options.tier, ...event });
  }
  if (options.credits) {
    await ctx.services.creditCounter(ctx.scope.owner).grant(newId("op"), options.credits, "purchase");
  }
  const key = await createApiKey(ctx, { name: "test key" });
  return { userId: user.id, email, apiKeyId: key.id, apiKey: key.key };
}

/** The Ctx of a request with the account's key. */
export function ctxOf({ userId, apiKeyId }: Account) {
  return testCtx(
    {
      kind: "api-key",
      userId,
      apiKeyId,
      apiKeyName: "test key",
      keyScope: "index",
      monthlyCreditLimit: null,
      lastClient: null,
    },
    { kind: "user", id: userId },
  );
}
