import type { FoundRepository } from "./queries.ts";

/** Repositories that have all the words in their name or description. */
export function findRepositories<Found extends Pick<FoundRepository, "fullName" | "description">>(
  repositories: readonly Found[],
  wanted: string,
): Found[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return repositories.filter(({ fullName, description }) => {
    const text = `${fullName} ${description ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** One pattern a line, or with commas between. */
export function readPatterns(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((pattern) => pattern.trim())
    .filter(Boolean);
}
