import type { StoppableMail } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { addressOfStopToken } from "./stop-link.ts";
import { putStopped } from "./repo.ts";

/**
 * Ends one kind of mail to the address that a link was sent to. False for a token that we did not sign for this kind. A second time
 * changes nothing.
 */
export async function stopMail(
  ctx: Pick<Ctx, "db" | "services" | "now">,
  kind: StoppableMail,
  token: string,
): Promise<boolean> {
  const addressHash = await addressOfStopToken(ctx, kind, token);
  if (addressHash === null) return false;
  await putStopped(ctx.db, addressHash, ctx.now());
  return true;
}
