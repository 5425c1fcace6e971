import type { Ctx } from "#worker/context.ts";
import type { Mail } from "./mail-message.ts";

/**
 * Puts a mail on its way; it is sent within seconds, and again when sending fails. Under an `id` of the caller's it is sent once, however
 * often this is called; without an id, every call is a mail.
 */
export async function sendMail(
  ctx: Pick<Ctx, "services" | "newId">,
  mail: Mail,
  options: { id?: string } = {},
): Promise<void> {
  await ctx.services.mailQueue.send({ ...mail, id: options.id ?? ctx.newId("mail") });
}
