import { hasWords } from "#web/lib/has-words.ts";
import type { FoundRepository } from "./queries.ts";

/** Repositories that have all the words in their name or description. */
export function findRepositories<Found extends Pick<FoundRepository, "fullName" | "description">>(
  repositories: readonly Found[],
  wanted: string,
): Found[] {
  return repositories.filter(({ fullName, description }) =>
    hasWords(`${fullName} ${description ?? ""}`, wanted),
  );
}

/** Patterns from a text, one a line, or with commas between. */
export function readPatterns(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((pattern) => pattern.trim())
    .filter(Boolean);
}
