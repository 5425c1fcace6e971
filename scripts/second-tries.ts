import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A race on a busy machine is rare; what needs a second try more often than that is broken. */
const MAX_SECOND_TRIES = 3;

/**
 * Which of the tests that passed at their second try count as failed: all of them when they are more than a few, otherwise those that
 * needed it in the run before as well. Records this run's in `file`, for the next.
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
