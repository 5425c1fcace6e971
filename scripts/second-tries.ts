import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Number of second tries in a run that are forgiven. A race on a busy machine is rare; more than that means that something is broken. */
const MAX_SECOND_TRIES = 3;

/**
 * The tests that passed at their second try and yet count as failed: all of them when they are more than a few, otherwise those
 * that needed a second try in the run before as well. Records this run's tests in `file`, for the next.
 */
export function failedOfSecondTries(tests: string[], file: string): string[] {
  const before = new Set(readRecord(file));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(tests));
  return tests.length > MAX_SECOND_TRIES ? tests : tests.filter((test) => before.has(test));
}

function readRecord(file: string): string[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as string[];
  } catch {
    return [];
  }
}
