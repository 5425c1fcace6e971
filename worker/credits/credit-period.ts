import type { Ctx } from "#worker/context.ts";
import { getUser } from "#worker/users/get-user.ts";
import type { Balance } from "./credit-counter.ts";

/**
 * A date whose day of the month begins a credit period of the scope's owner: the start of the plan, or without a plan the creation of the
 * account, so that usage can be shown by period all the same.
 */
export async function periodAnchor(ctx: Pick<Ctx, "db" | "scope">, { planStart }: Balance): Promise<Date> {
  if (planStart !== null) return new Date(planStart);
  const { owner } = ctx.scope;
  return owner.kind === "user" ? (await getUser(ctx, owner.id)).createdAt : FIRST_OF_MONTH;
}

const FIRST_OF_MONTH = new Date(0);
