import type { Ctx } from "#worker/context.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { newId } from "#worker/platform/ids.ts";
import { listStopLinks } from "#worker/mail/stopped-mails.ts";
import { listInvitedBetween } from "./invitation-repo.ts";

const DAY_MS = 86_400_000;
/** Age of an invitation at which its person is reminded: half of its life. */
const AFTER_MS = 3 * DAY_MS;
/** Width of the time in which a reminder falls; the clock rings more often, and a person reminded at one ring is not at the next. */
const WINDOW_MS = 3_600_000;
const MAX_AT_ONCE = 200;

/**
 * Reminds people of invitations that they have not answered for three days, once for each time that they were invited. Declining,
 * withdrawing and the link in a reminder end the reminders. Without a public address there is nothing to link to, and nobody is reminded.
 */
export async function remindInvited(ctx: Pick<Ctx, "db" | "services" | "now">): Promise<void> {
  const { publicOrigin } = ctx.services.config;
  if (!publicOrigin) return;
  const before = new Date(ctx.now().getTime() - AFTER_MS);
  const after = new Date(before.getTime() - WINDOW_MS);
  const invited = await listInvitedBetween(ctx.db, after, before, MAX_AT_ONCE);
  const stopLinks = await listStopLinks(
    ctx,
    "reminders",
    publicOrigin,
    invited.map(({ email }) => email),
  );
  for (const { id, email, teamName, sentAt } of invited) {
    const stopLink = stopLinks.get(email);
    if (stopLink === undefined) continue;
    await sendMail(
      { ...ctx, newId },
      {
        to: email,
        template: "team-invitation-reminder",
        values: { teamName, link: `${publicOrigin}/team`, stopLink },
      },
      { id: `team-reminder_${id}_${sentAt.getTime()}` },
    );
  }
}
