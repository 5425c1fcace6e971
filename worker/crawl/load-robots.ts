import type { PageOutcome } from "#schema/values.ts";
import { FetchRefused } from "#worker/platform/guarded-fetch.ts";
import type { GuardedFetch } from "#worker/platform/guarded-fetch.ts";
import { decodeText } from "./decode-page.ts";
import { MAX_ROBOTS_BYTES } from "./robots.ts";

/** Answer about a robots.txt, with the times of asking and of asking again, in milliseconds since the epoch. */
export type RobotsAnswer = { fetchedAt: number; goodUntil: number } & (
  | { kind: "rules"; text: string }
  /** Nothing may be fetched, and `outcome` becomes that of every page. */
  | { kind: "nothing"; outcome: PageOutcome; reason: string }
);

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time until a failure is asked about again, and on this machine any answer: the site's owner is at work on the site. */
const SOON_MS = 60_000;
/** Time for which a site's rules hold while newer ones cannot be read: a day longer than otherwise. */
const KEPT_MS = 2 * DAY_MS;
/** Failures to get a robots.txt that may pass: an error of the server, no answer, no connection. */
const PASSING: ReadonlySet<PageOutcome> = new Set(["robots", "timeout", "unreachable"]);

/**
 * Rules after asking again: the answer, or the known rules while the site cannot be asked (RFC 9309, section 2.4). One lost connection
 * would otherwise forbid all pages that a crawl has still to read.
 */
export function keepRules(known: RobotsAnswer | null, answer: RobotsAnswer): RobotsAnswer {
  if (answer.kind !== "nothing" || !PASSING.has(answer.outcome)) return answer;
  if (known?.kind !== "rules" || known.fetchedAt + KEPT_MS <= answer.fetchedAt) return answer;
  return { ...known, goodUntil: answer.goodUntil };
}

/**
 * Fetches the robots.txt of an origin. Status 4xx means that there are no rules; 5xx or no answer means that nothing may be fetched; more
 * than five redirects mean that there are no rules (RFC 9309, section 2.3.1). A failed connection is tried once more. Never throws.
 */
export async function loadRobots(
  guardedFetch: GuardedFetch,
  origin: string,
  options: { now: number; isLoopback: boolean },
): Promise<RobotsAnswer> {
  const fetchedAt = options.now;
  const goodUntil = fetchedAt + (options.isLoopback ? SOON_MS : DAY_MS);
  const nothing = (outcome: PageOutcome, reason: string): RobotsAnswer => ({
    kind: "nothing",
    outcome,
    reason,
    fetchedAt,
    goodUntil: fetchedAt + SOON_MS,
  });
  try {
    const ask = () =>
      guardedFetch(`${origin}/robots.txt`, {
        accept: "text/plain, */*;q=0.5",
        maxBytes: MAX_ROBOTS_BYTES,
        atMaxBytes: "cut",
        totalTimeoutMs: 10_000,
      });
    const { status, bytes, headers } = await ask().catch((error: unknown) => {
      if (error instanceof FetchRefused && error.kind === "unreachable") return ask();
      throw error;
    });
    if (status >= 500)
      return nothing(
        "robots",
        `The site's robots.txt answered with the error ${status}, which forbids everything.`,
      );
    const text = status >= 200 && status < 300 ? decodeText(bytes, headers.get("content-type")) : "";
    return { kind: "rules", text, fetchedAt, goodUntil };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    switch (error.kind) {
      case "too-many-redirects":
        return { kind: "rules", text: "", fetchedAt, goodUntil };
      case "timeout":
        return nothing(
          "timeout",
          "The site took too long to answer for its robots.txt, so nothing may be read.",
        );
      case "refused-address":
      case "bad-url":
      case "bad-scheme":
      case "redirect-refused":
        return nothing("refused-address", `The site cannot be read: ${error.message}.`);
      case "unreachable":
      case "too-large":
        return nothing("unreachable", `The site could not be reached: ${error.message}.`);
      default:
        return error.kind satisfies never;
    }
  }
}
