import { findSession } from "#worker/auth/find-session.ts";
import type { FoundSession } from "#worker/auth/find-session.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";

/**
 * The session of an operator of this deployment: a person whose verified address is in the setting `OPERATOR_EMAILS`. Everybody else gets
 * not-found, so that nobody learns that the page exists. Without the setting there is no operator.
 */
export async function requireOperator(
  ctx: Pick<Ctx, "db" | "services" | "now" | "newId" | "caller" | "log" | "waitUntil">,
  headers: Headers,
  origin: string,
): Promise<FoundSession> {
  const { operatorEmails } = ctx.services.config;
  const found = operatorEmails.length > 0 ? await findSession(ctx, headers, origin) : null;
  if (found?.actor.isEmailVerified && operatorEmails.includes(found.user.email.toLowerCase())) return found;
  throw new AppError("not-found", "There is nothing at this address.");
}
