import { PLANS } from "#schema/plans.ts";
import { PRODUCT } from "#schema/values.ts";
import type { TopUpStop } from "#schema/values.ts";
import { renderMail } from "./layout.ts";
import type { MailParts, RenderedMail } from "./layout.ts";
import type { Mail, MailTemplate, MailValues } from "./mail-message.ts";

/** The words of a mail, in text and in HTML. */
export function renderTemplate(mail: Mail): RenderedMail {
  // The template takes its own values: a union of pairs is more than the compiler follows.
  const parts = TEMPLATES[mail.template] as (values: Mail["values"]) => MailParts;
  return renderMail(parts(mail.values));
}

/** Reasons why a pack could not be bought, as the first sentence of the mail. */
const TOP_UP_STOPS: Record<TopUpStop, string> = {
  "no-card": "No card is saved for your account.",
  "pack-changed": "This pack's price changed since you chose it.",
  "card-declined": "Your card was declined.",
  "confirmation-needed": "Your bank asked to confirm the payment, which only you can do.",
};

const ROLES: Record<string, string> = { owner: "an owner", admin: "an admin", member: "a member" };

/** Words of each mail. `auth/mail-codes.ts` decides how long a link works. */
const TEMPLATES: { [Template in MailTemplate]: (values: MailValues[Template]) => MailParts } = {
  "verify-email": ({ link }) => ({
    subject: `Verify your email for ${PRODUCT}`,
    preheader: "One click, and you can create API keys.",
    title: "Verify your email",
    paragraphs: [
      `Confirm that this address is yours. Your ${PLANS.Free.initialCredits} credits arrive, and you can create API keys and connect your agent.`,
      "The link works once, for one hour.",
    ],
    button: { label: "Verify email", link },
    footnote: `You get this mail because an account at ${PRODUCT} was made with this address. If that was not you, do nothing: the address stays unverified.`,
  }),
  "reset-password": ({ link }) => ({
    subject: `Reset your ${PRODUCT} password`,
    preheader: "Choose a new password within 30 minutes.",
    title: "Reset your password",
    paragraphs: [
      "Choose a new password. It signs you out everywhere else.",
      "The link works once, for 30 minutes.",
    ],
    button: { label: "Choose a new password", link },
    footnote: `You get this mail because someone asked to reset the password of the ${PRODUCT} account with this address. If that was not you, do nothing: your password stays as it is.`,
  }),
  "new-sign-in-method": ({ method, accountLink }) => ({
    subject: `A new way to sign in to ${PRODUCT}`,
    preheader: `${method} was added to your account.`,
    title: "A new way to sign in",
    paragraphs: [
      `From now on ${method} signs in to your account.`,
      "If you did not add it, remove it on the account page and reset your password.",
    ],
    button: { label: "Open your account", link: accountLink },
    footnote: `You get this mail because it is about the safety of your ${PRODUCT} account.`,
  }),
  "team-invitation": ({ teamName, invitedBy, role, link }) => ({
    subject: `Join ${teamName} on ${PRODUCT}`,
    preheader: `${invitedBy} invited you to a team.`,
    title: `Join ${teamName}`,
    paragraphs: [
      `${invitedBy} invited you to the team ${teamName} as ${role === "admin" ? "an admin" : "a member"}. Its members share documentation, API keys and credits.`,
      "The link works once, for seven days, for the address that this email was sent to.",
    ],
    button: { label: "Accept invitation", link },
    footnote: "If you don't want to join, ignore this email.",
  }),
  "team-invitation-reminder": ({ teamName, link, stopLink }) => ({
    subject: `Reminder: join ${teamName} on ${PRODUCT}`,
    preheader: "Your invitation is still open.",
    title: `Join ${teamName}`,
    paragraphs: [
      `You have an open invitation to the team ${teamName}. Sign in with this address to accept or decline it.`,
    ],
    button: { label: "Open the invitation", link },
    footnote: "We send one reminder per invitation.",
    stop: { label: "Stop reminders", link: stopLink },
  }),
  "team-role-changed": ({ teamName, role }) => ({
    subject: `Your role in ${teamName} on ${PRODUCT} changed`,
    preheader: `You are now ${ROLES[role] ?? role}.`,
    title: "Your role changed",
    paragraphs: [`You are now ${ROLES[role] ?? role} of the team ${teamName}.`],
    footnote: `You get this email because you are in the team ${teamName}.`,
  }),
  "team-removed": ({ teamName }) => ({
    subject: `You were removed from ${teamName} on ${PRODUCT}`,
    preheader: "You no longer have access to the team.",
    title: `You were removed from ${teamName}`,
    paragraphs: [
      `You no longer have access to the documentation, keys and credits of the team ${teamName}.`,
      "Your own account, documentation and keys are not affected.",
    ],
    footnote: `This is the last email about this team.`,
  }),
  "team-deleted": ({ teamName }) => ({
    subject: `The team ${teamName} on ${PRODUCT} was deleted`,
    preheader: "Its keys no longer work.",
    title: `${teamName} was deleted`,
    paragraphs: [
      `An owner deleted the team ${teamName}. Its API keys stopped working, and its documentation will be erased in 30 days.`,
      "Your own account, documentation and keys are not affected.",
    ],
    footnote: `This is the last email about this team.`,
  }),
  "account-deleted": () => ({
    subject: `Your ${PRODUCT} account was deleted`,
    preheader: "Keys, indexes, files and credits are gone.",
    title: "Your account was deleted",
    paragraphs: [
      "Your profile, API keys, indexed documentation, files, credits and history are deleted. This cannot be undone.",
      "You can sign up again with this address at any time; it will be a new account.",
    ],
    footnote: `This is the last mail about this account. If you did not delete it, answer this mail.`,
  }),
  "payment-failed": ({ amount, accountLink }) => ({
    subject: `Your ${PRODUCT} payment failed`,
    preheader: `We couldn't charge ${amount} to your card.`,
    title: "Your payment failed",
    paragraphs: [
      `We couldn't charge ${amount} to your card for your monthly plan.`,
      "Update your card, and we'll try again. Until then your plan's limits stay, and this month's credits wait for the payment. Purchased credits still work.",
    ],
    button: { label: "Update your card", link: accountLink },
    footnote: `You get this email because your ${PRODUCT} account has a paid plan.`,
  }),
  "auto-top-up-stopped": ({ because, credits, amount, accountLink }) => ({
    subject: `${PRODUCT} auto top-up was turned off`,
    preheader: `We couldn't buy ${credits} credits for ${amount}.`,
    title: "Auto top-up was turned off",
    paragraphs: [
      `${TOP_UP_STOPS[because]} We couldn't buy ${credits} credits for ${amount}, and you weren't charged.`,
      "Auto top-up stays off until you turn it on again. Without new credits, your agents' requests will fail when the ones you have are used up.",
    ],
    button: { label: "Open billing", link: accountLink },
    footnote: `You get this email because auto top-up was on for your ${PRODUCT} account.`,
  }),
  "low-credits": ({ left, addLink }) => ({
    subject: left === "0" ? `Your ${PRODUCT} credits are used up` : `${left} ${PRODUCT} credits left`,
    preheader: "Add credits to keep your agents searching.",
    title: left === "0" ? "Your credits are used up" : `${left} credits left`,
    paragraphs: [
      left === "0"
        ? "Your agents' requests will fail until you add credits or your next month begins."
        : "When none are left, your agents' requests will fail until you add credits or your next month begins.",
    ],
    button: { label: "Add credits", link: addLink },
    footnote: `You get this email once when credits run low and once when they run out, each month.`,
  }),
  savings: (values) => ({
    subject: `Your ${PRODUCT} savings in ${values.month}`,
    preheader: `${values.tokensSaved} tokens not read, worth ${values.worth}.`,
    title: `${values.tokensSaved} tokens not read`,
    paragraphs: [
      `In ${values.month}, ${values.teamName ? `the agents of the team ${values.teamName}` : "your agents"} made ${values.calls} calls. We sent ${values.tokensSent} tokens instead of the ${values.tokensOfFullPages} tokens of the whole pages.`,
      `At ${values.price} per million input tokens, the price of ${values.model} as reported in ${values.priceDate}, the difference is worth ${values.worth}.`,
    ],
    button: { label: "Open the report", link: values.reportLink },
    footnote: "We send this email once a month, after a month in which agents used your credits.",
    stop: { label: "Stop savings emails", link: values.stopLink },
  }),
};
