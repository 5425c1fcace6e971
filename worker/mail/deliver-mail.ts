import type { Ctx } from "#worker/context.ts";
import type { MailMessage } from "./mail-message.ts";
import { renderTemplate } from "./templates.ts";

/** Who has claimed a message and says nothing for so long is dead; sending takes seconds. */
const CLAIM_MS = 2 * 60_000;

/** `elsewhere`: another consumer is sending it at this moment, or has died doing so a short while ago. */
export type Delivery = "sent" | "sent-before" | "elsewhere";

/**
 * Sends a mail, once for its id. A consumer claims the id with an object before it sends, and marks it when it has sent; a
 * claim of a consumer that died is taken over. Only one that dies between the two makes a mail come twice.
 */
export async function deliverMail(
  ctx: Pick<Ctx, "services" | "now" | "newId">,
  message: MailMessage,
): Promise<Delivery> {
  const { files, mailer } = ctx.services;
  const key = `mail-sent/${message.id}`;
  const standing = await claim(ctx, key);
  if (standing !== "claimed") return standing;
  try {
    const { id, to, template } = message;
    await mailer.send({ id, to, template, ...renderTemplate(message) });
  } catch (error) {
    await files.delete(key);
    throw error;
  }
  await files.put(key, "", { customMetadata: { state: "sent" } });
  return "sent";
}

async function claim(
  { services, now, newId }: Pick<Ctx, "services" | "now" | "newId">,
  key: string,
): Promise<"claimed" | "sent-before" | "elsewhere"> {
  // Each claim has text of its own: the etag, by which claims are told apart, is made from it.
  const put = (onlyIf: R2Conditional) =>
    services.files.put(key, newId("claim"), { onlyIf, customMetadata: { state: "claimed" } });
  if (await put({ etagDoesNotMatch: "*" })) return "claimed";
  const other = await services.files.head(key);
  if (!other) return "elsewhere";
  if (other.customMetadata?.state === "sent") return "sent-before";
  if (other.uploaded.getTime() > now().getTime() - CLAIM_MS) return "elsewhere";
  return (await put({ etagMatches: other.etag })) ? "claimed" : "elsewhere";
}
