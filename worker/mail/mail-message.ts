import type { TopUpStop } from "#schema/values.ts";

/** Values of each mail besides its own words. Every value is shown as text, whatever it holds. */
export type MailValues = {
  /** `link` leads to `/auth/action` with a code that works once. */
  "verify-email": { link: string };
  "reset-password": { link: string };
  /** `method` in words, such as `GitHub`; `accountLink` leads to the account page. */
  "new-sign-in-method": { method: string; accountLink: string };
  "account-deleted": Record<string, never>;
  /** `link` leads to `/accept/<token>`. */
  "team-invitation": { teamName: string; invitedBy: string; role: string; link: string };
  /** `link` leads to the page of teams, where the invitation is; `stopLink` ends reminders to the address. */
  "team-invitation-reminder": { teamName: string; link: string; stopLink: string };
  "team-role-changed": { teamName: string; role: string };
  "team-removed": { teamName: string };
  "team-deleted": { teamName: string };
  /** `amount` in words, such as `$9.00`. */
  "payment-failed": { amount: string; accountLink: string };
  /** `credits` and `amount` in words, such as `1,000` and `$9.00`. */
  "auto-top-up-stopped": { because: TopUpStop; credits: string; amount: string; accountLink: string };
  "low-credits": { left: string; addLink: string };
  /** Numbers and amounts in words; `month` and `priceDate` such as `October 2026`, `teamName` empty for a person's own agents. */
  savings: {
    month: string;
    teamName: string;
    calls: string;
    tokensSent: string;
    tokensOfFullPages: string;
    tokensSaved: string;
    worth: string;
    model: string;
    price: string;
    priceDate: string;
    reportLink: string;
    stopLink: string;
  };
};

export type MailTemplate = keyof MailValues;

/** A mail before it has an id. */
export type Mail = {
  [Template in MailTemplate]: { to: string; template: Template; values: MailValues[Template] };
}[MailTemplate];

/**
 * One mail on its way; its words are made at sending. The values may hold a code that signs somebody in, so a message is never logged. A
 * message that comes twice under one id is sent once.
 */
export type MailMessage = Mail & { id: string };
