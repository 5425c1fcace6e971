import { CHAT_LIMITS } from "#schema/api/chat.ts";
import type { Limit } from "./rate-limiter.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Limits on attempts, per network (an IPv4 address or an IPv6 /64, since one customer has all of it) or per subject. Numbers for sign-up
 * are those of the decision on telling a known address; the others leave room for a person who mistypes and none for a guesser.
 */
export const LIMITS = {
  "sign-in/network": { max: 20, windowMs: 10 * MINUTE },
  "sign-in/address": { max: 10, windowMs: 10 * MINUTE },
  // A user whom strangers have locked out still gets in where the address has signed in before.
  "sign-in/device": { max: 10, windowMs: 10 * MINUTE },
  "sign-up/network": { max: 5, windowMs: HOUR },
  "sign-up/address": { max: 3, windowMs: HOUR },
  "reset/network": { max: 10, windowMs: HOUR },
  "reset/address": { max: 3, windowMs: HOUR },
  "mail-code/network": { max: 30, windowMs: 10 * MINUTE },
  "verification-mail/user": { max: 1, windowMs: MINUTE },
  "verification-mail/user-day": { max: 10, windowMs: 24 * HOUR },
  "reveal/user": { max: 10, windowMs: MINUTE },
  "oauth-registration/network": { max: 20, windowMs: HOUR },
  "oauth-authorization/network": { max: 60, windowMs: 10 * MINUTE },
  // Client documents that are not in the cache: each is a request to a host that somebody else names.
  "oauth-client-document/network": { max: 30, windowMs: 10 * MINUTE },
  // A person who types searches a few times for each question.
  "site-search/network": { max: 120, windowMs: MINUTE },
  // Each public search is a whole search, for nothing. A person who tries it out asks a handful.
  "public-search/network": { max: 30, windowMs: HOUR },
  // Each grade reads up to 50 pages of a site that somebody else runs.
  "site-grade/network": { max: 6, windowMs: HOUR },
  "site-grade/all": { max: 300, windowMs: HOUR },
  "missed-question/network": { max: 10, windowMs: HOUR },
  "opinion/network": { max: 40, windowMs: HOUR },
  "error-report/network": { max: 20, windowMs: HOUR },
  "csp-report/network": { max: 20, windowMs: HOUR },
  "suggestion/user": { max: 20, windowMs: HOUR },
  // Webhooks whose signature is wrong, which is known only when all of their bytes have come.
  "forged-webhook/network": { max: 10, windowMs: 10 * MINUTE },
  // Each billing call reads a few things at Stripe, whose own limit is for all of us together.
  "billing/owner": { max: 60, windowMs: 10 * MINUTE },
  "team/create": { max: 10, windowMs: HOUR },
  "team/invite": { max: 200, windowMs: 24 * HOUR },
  "team/accept": { max: 30, windowMs: HOUR },
  "demo-question/network": { max: CHAT_LIMITS.demoQuestionsAnHour, windowMs: HOUR },
  // Questions of all visitors together: the deployment pays for its model.
  "demo-question/all": { max: 500, windowMs: HOUR },
  "shared-chat/network": { max: 120, windowMs: 10 * MINUTE },
  "chat-export/user": { max: 10, windowMs: HOUR },
  "chat-model/owner": { max: 30, windowMs: HOUR },
  "export/user": { max: 5, windowMs: HOUR },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
