/** Closed lists and constants that the worker and the web share. The numbers come from the specification, section 9. */

/** Most tokens of a search's answer where the caller names no budget. */
export const DEFAULT_SEARCH_BUDGET_TOKENS = 1500;
/** Default budget of a read: first 5,000 tokens, an outline, and some 1,500 tokens of relevant parts (specification, section 1). */
export const DEFAULT_READ_BUDGET_TOKENS = 7000;
/** Range of budgets that a caller may ask for. */
export const MIN_BUDGET_TOKENS = 200;
export const MAX_BUDGET_TOKENS = 10_000;

export const PRODUCT = "Docenda";
export const DEFAULT_INDEX_ID = "default";
/** Page for a person who signs in and was not on the way to another page. */
export const DEFAULT_ROUTE = "/dashboard";
/** A page above this many tokens is read as its first part and the parts most relevant to the session. */
export const PAGE_READ_CUTOFF_TOKENS = 5000;
export const FUNCTION_TIMEOUT_MS = 70_000;
export const JOB_RUN_LIST_LIMIT = 100;
export const TRANSACTION_LIST_LIMIT = 100;
/** Most rows of the credit history in one answer. */
export const TRANSACTION_HISTORY_LIMIT = 500;

export const OWNER_KINDS = ["user", "team", "public"] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

export const TIERS = ["Free", "Basic", "Pro"] as const;
export type Tier = (typeof TIERS)[number];

/** Tiers that are paid for every month. */
export const PAID_TIERS = ["Basic", "Pro"] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

/** States of a subscription in the payment provider's words. */
export const SUBSCRIPTION_STATUSES = [
  "trialing",
  "active",
  "past_due",
  "unpaid",
  "paused",
  "incomplete",
  "incomplete_expired",
  "canceled",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** State of an event. `parked`: nobody is known whom the event is about; `received`: its work has not been done to the end. */
export const STRIPE_EVENT_STATES = ["received", "done", "parked"] as const;
export type StripeEventState = (typeof STRIPE_EVENT_STATES)[number];
/** Word for "no team" where a team is selected (specification, section 9). */
export const PERSONAL_SCOPE = "individual";

/** Roles in a team, the strongest first; each may do what the next may. */
export const TEAM_ROLES = ["owner", "admin", "member"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export const MEMBERSHIP_STATES = ["invited", "accepted", "declined"] as const;
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

/** Powers of an API key: `search` searches and reads, `index` also adds and removes documentation. */
export const KEY_SCOPES = ["search", "index"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Kinds of sources, by where their documents come from. */
export const SOURCE_KINDS = ["site", "repository", "pdf-set", "package", "api-description"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];
/**
 * Kinds that the clock looks at again. Repositories are told of pushes and looked at on their own, uploaded files stay, and a version of a
 * package never changes.
 */
export const REFRESHED_KINDS: readonly SourceKind[] = ["site", "api-description"];

/** Registries that packages come from; npm and PyPI packages can be indexed themselves. */
export const PACKAGE_ECOSYSTEMS = ["npm", "pypi", "go", "cargo"] as const;
export type PackageEcosystem = (typeof PACKAGE_ECOSYSTEMS)[number];

export const JOB_RUN_STATUSES = ["CRAWLING", "INDEXING", "COMPLETE", "FAILED"] as const;
export type JobRunStatus = (typeof JOB_RUN_STATUSES)[number];
/** Statuses of a run that has not ended. */
export const RUNNING_STATUSES = ["CRAWLING", "INDEXING"] as const satisfies JobRunStatus[];

export const PDF_SET_STATUSES = ["not indexed", "queued", "indexing", "indexed", "failed"] as const;
export type PdfSetStatus = (typeof PDF_SET_STATUSES)[number];
/** Statuses of a set that is being indexed. */
export const RUNNING_SET_STATUSES = ["queued", "indexing"] as const satisfies PdfSetStatus[];

export const MAIL_CODE_PURPOSES = ["verifyEmail", "resetPassword"] as const;
/** Purposes of a mailed code. Also the `mode` of a mail link (`/auth/action?mode=…`). */
export type MailCodePurpose = (typeof MAIL_CODE_PURPOSES)[number];

/** Origin of a marketing consent: the box was left as it was shown, was clicked, or was changed in the account. */
export const CONSENT_PROVENANCES = ["defaulted", "clicked", "changed"] as const;
export type ConsentProvenance = (typeof CONSENT_PROVENANCES)[number];

/** Scopes for MCP clients without a key: `search` is public documentation, `private` the owner's private documentation too. */
export const OAUTH_SCOPES = ["search", "private"] as const;
export type OAuthScope = (typeof OAUTH_SCOPES)[number];

/** Topics that a console can be told have changed; a message names topics and never carries data. */
export const LIVE_TOPICS = [
  "profile",
  "api-keys",
  "credits",
  "activity",
  "sources",
  "job-runs",
  "pdf-sets",
  "private-index",
  "memberships",
  "oauth-grants",
  "conversations",
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;

export const TRANSACTION_SOURCES = ["subscription", "usage", "initial", "purchase"] as const;
export type TransactionSource = (typeof TRANSACTION_SOURCES)[number];

/** Outcome of one URL of a crawl. `indexed` and `unchanged` are searchable, the others carry a reason. */
export const PAGE_OUTCOMES = [
  "indexed",
  "unchanged",
  "redirected",
  "duplicate",
  "empty",
  "excluded",
  "robots",
  "noindex",
  "not-found",
  "http-error",
  "challenged",
  "sign-in",
  "needs-browser",
  "unreachable",
  "timeout",
  "too-large",
  "not-a-document",
  "refused-address",
  "over-limit",
  "failed",
] as const;
export type PageOutcome = (typeof PAGE_OUTCOMES)[number];

/** Most megabytes of a lockfile that pins versions. */
export const MAX_LOCKFILE_MB = 8;

/** Reason why auto top-up ended by itself. `confirmation-needed`: the bank asks the cardholder, who is not there. */
export type TopUpStop = "no-card" | "pack-changed" | "card-declined" | "confirmation-needed";

/** Kinds of mail that an address can stop with one click. */
export type StoppableMail = "reminders" | "savings";
