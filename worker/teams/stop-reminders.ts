import type { Ctx } from "#worker/context.ts";
import { addressOfStopToken } from "./reminder-address.ts";
import { putStoppedReminders } from "./invitation-repo.ts";

/**
 * Ends reminders of invitations, of every team, to the address that a link was sent to. False for a token that we did not sign. A second
 * time changes nothing.
 */
export async function stopReminders(
  ctx: Pick<Ctx, "db" | "services" | "now">,
  token: string,
): Promise<boolean> {
  const addressHash = await addressOfStopToken(ctx, token);
  if (addressHash === null) return false;
  await putStoppedReminders(ctx.db, addressHash, ctx.now());
  return true;
}
