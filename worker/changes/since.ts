import * as z from "zod";
import { AppError } from "#worker/errors.ts";

const MAX_CHARACTERS = 100;

/** The argument of both tools: an earlier state to compare with. */
export const sinceInput = z
  .string()
  .trim()
  .min(1)
  .max(MAX_CHARACTERS)
  .optional()
  .describe("Version or date: only what changed since, old and new text");

/** An earlier state of documentation: by time, in milliseconds since 1970, or by the version of a library. */
export type Since = { at: number } | { version: string };

/**
 * The state that `since` names: a day (its first moment in UTC) or an ISO time, else a version.
 * @throws AppError invalid-argument for a day that does not exist or is still to come.
 */
export function parseSince(since: string, now: Date): Since {
  if (!/^\d{4}-\d{2}-\d{2}(?!\d)/.test(since)) return { version: since };
  const at = Date.parse(since);
  if (Number.isNaN(at) || at > now.getTime())
    throw new AppError(
      "invalid-argument",
      "`since` is neither a past date nor a version. Write a date as 2026-11-01.",
    );
  return { at };
}

/** A day as an answer shows it. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
