import type { Ctx } from "#worker/context.ts";
import type { Mail } from "#worker/mail/mail-message.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { getUser } from "#worker/users/get-user.ts";
import type { MembershipRow } from "./repo.ts";

type OfMember = Extract<Mail, { template: "team-role-changed" | "team-removed" | "team-deleted" }>;

/**
 * Mails a member about their place in a team, at the member's present address; once for an id. A member's own act needs no mail. The act
 * itself stands: a mail that cannot be sent off is logged.
 */
export async function tellMember(
  ctx: Pick<Ctx, "actor" | "db" | "services" | "newId" | "log">,
  { userId }: Pick<MembershipRow, "userId">,
  mail: Omit<OfMember, "to">,
  id: string,
): Promise<void> {
  if (userId === null || (ctx.actor.kind === "session" && ctx.actor.userId === userId)) return;
  try {
    const { email: to } = await getUser(ctx, userId);
    await sendMail(ctx, { ...mail, to } as OfMember, { id });
  } catch (error) {
    ctx.log.error("member not told", error, { template: mail.template });
  }
}
