import { timingSafeEqual } from "node:crypto";
import type { StoppableMail } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { hmacHex } from "#worker/platform/digest.ts";

type StopCtx = { services: Pick<Ctx["services"], "config"> };

/** Words that go into the keyed hashes of a kind of mail. Links of sent mails hold these hashes, so the words stay as they are. */
const HASHED: Record<StoppableMail, { address: string; link: string }> = {
  reminders: { address: "reminder address", link: "stop reminders" },
  savings: { address: "savings address", link: "stop savings" },
};

/** A keyed hash that stands for a kind of mail to an address, in any case of its letters. */
export async function stoppableAddress(
  { services }: StopCtx,
  kind: StoppableMail,
  email: string,
): Promise<string> {
  return hmacHex(services.config.authSecret, `${HASHED[kind].address} ${email.toLowerCase()}`);
}

/** The link that ends one kind of mail to an address, and does nothing else. It holds no address and does not expire. */
export async function stopLinkOf(
  ctx: StopCtx,
  kind: StoppableMail,
  origin: string,
  addressHash: string,
): Promise<string> {
  return `${origin}/stop-${kind}/${addressHash}.${await signatureOf(ctx, kind, addressHash)}`;
}

/** The hash that a link's token is for; null for a token that we did not sign for this kind of mail. */
export async function addressOfStopToken(
  ctx: StopCtx,
  kind: StoppableMail,
  token: string,
): Promise<string | null> {
  const [, addressHash, signature] = /^([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (addressHash === undefined || signature === undefined) return null;
  const wanted = await signatureOf(ctx, kind, addressHash);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(wanted)) ? addressHash : null;
}

async function signatureOf({ services }: StopCtx, kind: StoppableMail, addressHash: string): Promise<string> {
  return hmacHex(services.config.authSecret, `${HASHED[kind].link} ${addressHash}`);
}
