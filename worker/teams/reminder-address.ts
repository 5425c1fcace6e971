import { timingSafeEqual } from "node:crypto";
import type { Ctx } from "#worker/context.ts";
import { hmacHex } from "#worker/platform/digest.ts";

type ReminderCtx = { services: Pick<Ctx["services"], "config"> };

/** A keyed hash that stands for a mail address, in any case of its letters. */
export async function reminderAddress({ services }: ReminderCtx, email: string): Promise<string> {
  return hmacHex(services.config.authSecret, `reminder address ${email.toLowerCase()}`);
}

/** The link that ends reminders to an address, and does nothing else. It holds no address and does not end. */
export async function stopLinkOf(ctx: ReminderCtx, origin: string, addressHash: string): Promise<string> {
  return `${origin}/stop-reminders/${addressHash}.${await signatureOf(ctx, addressHash)}`;
}

/** The hash of the address that a link's token is for; null for a token that we did not sign for this purpose. */
export async function addressOfStopToken(ctx: ReminderCtx, token: string): Promise<string | null> {
  const [, addressHash, signature] = /^([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (addressHash === undefined || signature === undefined) return null;
  const wanted = await signatureOf(ctx, addressHash);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(wanted)) ? addressHash : null;
}

async function signatureOf({ services }: ReminderCtx, addressHash: string): Promise<string> {
  return hmacHex(services.config.authSecret, `stop reminders ${addressHash}`);
}
