import type { Ctx } from "#worker/context.ts";
import { getUser } from "#worker/users/get-user.ts";
import type { Balance } from "./credit-counter.ts";

/**
 * The day of the month of this date begins a credit period of the scope's owner: when the plan began, or without a plan
 * when the account was made, so that usage can be shown by period all the same.
 */
export async function periodAnchor(ctx: Pick<Ctx, "db" | "scope">, { planStart }: Balance): Promise<Date> {
  if (planStart !== null) return new Date(planStart);
  const { owner } = ctx.scope;
  return owner.kind === "user" ? (await getUser(ctx, owner.id)).createdAt : FIRST_OF_MONTH;
}

const FIRST_OF_MONTH = new Date(0);
