// Drizzle asks for one module that exports every table.
export { apiKeys } from "./tables/api-keys.ts";
export { creditTransactions } from "./tables/credit-transactions.ts";
export { jobRuns } from "./tables/job-runs.ts";
export { privateIndexes } from "./tables/private-indexes.ts";
export { sources } from "./tables/sources.ts";
export { users } from "./tables/users.ts";
