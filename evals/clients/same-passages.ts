/** The part of an answer's passages that a text holds. */
export type Held = "all" | "part" | "none";

/**
 * The part of an answer's passages that a text holds: a passage counts when every line of it is there. Lines are compared
 * without white space, quotes and the backslashes of JSON, so that a passage may stand in a text or in a string of JSON.
 */
export function heldOf(text: string, passages: readonly string[]): Held {
  const body = plain(text);
  const held = passages.filter((passage) => linesOf(passage).every((line) => body.includes(line)));
  if (held.length === passages.length) return "all";
  return held.length > 0 ? "part" : "none";
}

/** Number of characters of `wanted` that a text holds, counted in whole lines. */
export function charactersHeld(text: string, wanted: readonly string[]): number {
  const body = plain(text);
  const held = wanted.flatMap(linesOf).filter((line) => body.includes(line));
  return held.reduce((sum, line) => sum + line.length, 0);
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map(plain)
    .filter((line) => line !== "");
}

/** A text without white space and quotes. `\n` is the end of a line in a string of JSON; in code both sides drop it. */
function plain(text: string): string {
  return text.replaceAll(/\\[nrt]/g, "").replaceAll(/[\s\\"]/g, "");
}
