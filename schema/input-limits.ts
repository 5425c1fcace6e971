/**
 * Length limits of input from outside where nothing closer is known: routes, tools, callable functions, and the answers of other services
 * are held to these by their schemas. A string or a list without a limit does not pass `scripts/input-limits.test.ts`.
 */
export const INPUT_LIMITS = {
  /** Ids, handles and codes of ours. */
  id: 200,
  /** Names of things: sources, users, packages, branches. */
  name: 200,
  /** Addresses, and paths with their query. */
  address: 4000,
  mailAddress: 1000,
  /** Passwords before the check of their length (128 at most); a longer one is not hashed. */
  password: 10_000,
  /** Titles, descriptions and versions as other services write them. */
  foreignWords: 20_000,
  /** The README that PyPI sends with its facts, and cells of notebooks. */
  foreignText: 10_000_000,
  /** Items of lists that other services send; GitHub cuts a tree at 100,000. */
  foreignItems: 100_000,
} as const;
