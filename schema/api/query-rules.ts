/**
 * The query rules of the document database that govern something here (specification, section 5): limits of a live read and a long poll.
 * Each rule gives the words for a problem, or null. No entity holds a geographic point, so the rule about latitude and longitude has
 * nothing to check.
 */

export const MIN_LONG_POLL_SECONDS = 5;
export const MAX_LONG_POLL_SECONDS = 30;
/** Least cache size that a client may set: 1 MiB. */
export const MIN_CACHE_BYTES = 1_048_576;

/** `users/u1` names a document, `job_runs/u1/runs` a collection: names of collections and ids of documents take turns. */
export type PathKind = "document" | "collection";

/** The segments of a path without regard to a slash at either end, or null when one of them is empty. */
export function pathSegments(path: string): string[] | null {
  const segments = path.replace(/^\//, "").replace(/\/$/, "").split("/");
  return segments.includes("") ? null : segments;
}

/** The problem of a path, or null. A document has an even number of segments in its path, a collection an odd one. */
export function pathProblem(path: string, kind: PathKind): string | null {
  const segments = pathSegments(path);
  if (segments === null) return "The path has an empty segment. Write it like users/u1.";
  const isEven = segments.length % 2 === 0;
  if (isEven === (kind === "document")) return null;
  const wanted = kind === "document" ? "an even" : "an odd";
  return `The path of a ${kind} has ${wanted} number of segments, and this one has ${segments.length}.`;
}

/** The problem of a field's name, or null. A name must not be empty, nor begin and end with two underscores, as the database's own do. */
export function fieldProblem(name: string): string | null {
  if (name === "") return "A field name must not be empty.";
  return name.startsWith("__") && name.endsWith("__")
    ? "A field name must not begin and end with two underscores."
    : null;
}

export type QueryShape = {
  fields: string[];
  orderBy: string | null;
  limit: number | null;
  /** Limit to the last entries of the order, in that order. */
  limitToLast: number | null;
};

export function queryProblem({ fields, orderBy, limit, limitToLast }: QueryShape): string | null {
  for (const name of orderBy === null ? fields : [...fields, orderBy]) {
    const problem = fieldProblem(name);
    if (problem !== null) return problem;
  }
  if (limitToLast === null) return null;
  if (orderBy === null) return "limitToLast needs an orderBy: without an order, nothing comes last.";
  return limit === null ? null : "A query has a limit or a limitToLast, not both.";
}

/** Settings that a client chooses for itself. */
export type ClientSettings = { longPollSeconds?: number; cacheSizeBytes?: number };

export function settingsProblem({ longPollSeconds, cacheSizeBytes }: ClientSettings): string | null {
  if (
    longPollSeconds !== undefined &&
    !(longPollSeconds >= MIN_LONG_POLL_SECONDS && longPollSeconds <= MAX_LONG_POLL_SECONDS)
  )
    return `The time-out of a long poll must be ${MIN_LONG_POLL_SECONDS} to ${MAX_LONG_POLL_SECONDS} seconds.`;
  if (cacheSizeBytes !== undefined && !(cacheSizeBytes >= MIN_CACHE_BYTES))
    return `A cache must have at least ${MIN_CACHE_BYTES} bytes.`;
  return null;
}
