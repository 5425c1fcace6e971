import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { createUser } from "./create-user.ts";

describe("making a user", () => {
  it("gives the same user for the same address, with the initial credits once", async () => {
    const email = `${crypto.randomUUID()}@example.test`;
    const made = await Promise.all(Array.from({ length: 5 }, () => create(email)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await env.CREDIT_COUNTER.getByName(`u_${made[0]!.id}`).balance()).toMatchObject({
      available: 200,
    });
  });

  it("is not for those who act with a key", async () => {
    const account = await makeAccount();
    await expect(
      createUser(ctxOf(account), { email: "a@example.test", isEmailVerified: true }),
    ).rejects.toMatchObject({ code: "permission-denied" });
  });
});

function create(email: string) {
  return createUser(systemCtx(), { email, isEmailVerified: true });
}
