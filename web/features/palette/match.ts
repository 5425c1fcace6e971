import type { Command } from "./commands.ts";

/** Limit on commands in the list: somebody may have hundreds of keys. */
const MAX_FOUND = 40;

/**
 * Commands that match the typed text, the best first. Before anything is typed these are pages and actions: keys and resources
 * are looked for by name.
 */
export function rankCommands(commands: readonly Command[], typed: string): Command[] {
  if (!typed.trim()) return commands.filter(({ group }) => group === "Pages" || group === "Actions");
  return commands
    .map((command) => ({
      command,
      score: Math.max(matchScore(command.name, typed), matchScore(command.keywords ?? "", typed) / 2),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ command }) => command);
}

/**
 * A score for how well a name matches the typed text, 0 for no match: letters in their order, better at the beginnings of words
 * and when they stand together.
 */
export function matchScore(name: string, typed: string): number {
  const letters = typed.toLowerCase().replaceAll(" ", "");
  const text = name.toLowerCase();
  // The typed text as a whole beats its letters from here and there.
  let score = text.includes(typed.trim().toLowerCase()) ? 20 : 1;
  let at = -1;
  for (const letter of letters) {
    const next = text.indexOf(letter, at + 1);
    if (next === -1) return 0;
    const isWordStart = next === 0 || /[^a-z0-9]/.test(text[next - 1]!);
    score += isWordStart ? 8 : next === at + 1 ? 5 : 1;
    at = next;
  }
  // The shorter of two names that match equally well was meant.
  return score + 1 / (1 + text.length);
}
