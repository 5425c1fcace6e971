// Drizzle asks for one module that exports every table.
export { apiKeys } from "./tables/api-keys.ts";
export { auditEvents } from "./tables/audit-events.ts";
export {
  billingCustomers,
  billingDifferences,
  creditPurchases,
  stripeEvents,
  subscriptions,
} from "./tables/billing.ts";
export { catalogStarts, catalogSuggesters, catalogSuggestions } from "./tables/catalog.ts";
export { chatModels, chatShares } from "./tables/chat.ts";
export { consents } from "./tables/consents.ts";
export { creditTransactions } from "./tables/credit-transactions.ts";
export { githubConnections, githubRepositories, repositoryAccess } from "./tables/github.ts";
export { jobRuns } from "./tables/job-runs.ts";
export { oauthGrants, oauthRequests } from "./tables/oauth.ts";
export { missedQuestions } from "./tables/missed-questions.ts";
export { pageOpinions } from "./tables/page-opinions.ts";
export { pdfFiles, pdfSets } from "./tables/pdf.ts";
export { privateIndexes } from "./tables/private-indexes.ts";
export { accounts, mailCodes, sessions, verifications } from "./tables/sign-in.ts";
export { sources } from "./tables/sources.ts";
export type { SourceRow } from "./tables/sources.ts";
export { statusDays } from "./tables/status-days.ts";
export { stoppedMails } from "./tables/stopped-mails.ts";
export { teamMemberships, teams } from "./tables/teams.ts";
export { users } from "./tables/users.ts";
export { versionPins } from "./tables/version-pins.ts";
