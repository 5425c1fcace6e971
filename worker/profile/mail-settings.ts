import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import { publishChange } from "#worker/live/publish-change.ts";
import { isMailStopped, setMailStopped } from "#worker/mail/stopped-mails.ts";
import { userOwner } from "#worker/owner.ts";
import { getActingUser } from "#worker/users/get-acting-user.ts";

export const mailSettingsInput = z.object({ savings: z.boolean() });
/** Mails that the acting user's address gets: `savings` once a month. */
export type MailSettings = z.infer<typeof mailSettingsInput>;

export async function getMailSettings(
  ctx: Pick<Ctx, "actor" | "db" | "services" | "scope">,
): Promise<MailSettings> {
  const { email } = await getActingUser(ctx);
  return { savings: !(await isMailStopped(ctx, "savings", email)) };
}

/** Turns mails to the acting user's address on or off, as the link in such a mail does. */
export async function setMailSettings(ctx: Ctx, { savings }: MailSettings): Promise<MailSettings> {
  const { id, email } = await getActingUser(ctx);
  await setMailStopped(ctx, "savings", { email, isStopped: !savings });
  publishChange(ctx, userOwner(id), "profile");
  return { savings };
}
