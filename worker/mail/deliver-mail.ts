import type { Ctx } from "#worker/context.ts";
import type { MailMessage } from "./mail-message.ts";
import { renderTemplate } from "./templates.ts";

/** Time after which a silent claim on a message counts as dead; sending takes seconds. */
const CLAIM_MS = 2 * 60_000;

/** Result of a delivery. `elsewhere`: another consumer is sending the mail at this moment, or died doing so a short while ago. */
export type Delivery = "sent" | "sent-before" | "elsewhere";

/**
 * Sends a mail, once for its id. A consumer claims the id with an object before sending, and marks it with another afterwards: one object
 * takes one write a second. A claim of a consumer that died is taken over. Only a consumer that dies between sending and marking makes a
 * mail come twice.
 */
export async function deliverMail(
  ctx: Pick<Ctx, "services" | "now" | "newId">,
  message: MailMessage,
): Promise<Delivery> {
  const { files, mailer } = ctx.services;
  const sentKey = `mail-sent/${message.id}`;
  const claimKey = `mail-claim/${message.id}`;
  if (await files.head(sentKey)) return "sent-before";
  if (!(await claim(ctx, claimKey))) return (await files.head(sentKey)) ? "sent-before" : "elsewhere";
  try {
    const { id, to, template } = message;
    await mailer.send({ id, to, template, ...renderTemplate(message) });
  } catch (error) {
    await files.delete(claimKey);
    throw error;
  }
  await files.put(sentKey, "");
  return "sent";
}

async function claim(
  { services, now, newId }: Pick<Ctx, "services" | "now" | "newId">,
  key: string,
): Promise<boolean> {
  // Each claim has text of its own: the etag, by which claims are told apart, is made from it.
  const put = async (onlyIf: R2Conditional) =>
    (await services.files.put(key, newId("claim"), { onlyIf })) !== null;
  if (await put({ etagDoesNotMatch: "*" })) return true;
  const other = await services.files.head(key);
  if (!other || other.uploaded.getTime() > now().getTime() - CLAIM_MS) return false;
  return put({ etagMatches: other.etag });
}
