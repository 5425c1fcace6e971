import type { Section } from "./sections.ts";

/** Size of the parts that a long section is cut into, with `MAX_TOKENS` as the limit. */
export const TARGET_TOKENS = 400;
export const MAX_TOKENS = 700;
/** Size below which a section joins its neighbour. */
export const MIN_TOKENS = 60;

/** A range of markdown. `head` is the table's head or the fence repeated above the text, `tail` the fence that closes code below. */
export type Range = { start: number; end: number; head?: string | undefined; tail?: string | undefined };

export type Part = Range & {
  section: Section;
  text: string;
  tokens: number;
  /** Whether the part is nothing but a heading. */
  isBare: boolean;
};

/** Joins small parts with a neighbour of the same heading. Tokens are counted again when all parts are joined. */
export function joinSmall(parts: Part[], recount: (part: Part) => Part): Part[] {
  const joined: Part[] = [];
  for (const part of joinBareHeadings(parts)) {
    const previous = joined.at(-1);
    if (previous && mayJoin(previous, part)) {
      // A title alone, or with one line below, only opens the text that follows.
      const section = part.tokens > 2 * previous.tokens ? part.section : previous.section;
      joined[joined.length - 1] = joinParts(previous, part, section);
    } else {
      joined.push(part);
    }
  }
  return joined.map((part) => (part.text === "" ? recount(part) : part));
}

/** Joins a heading without text to the part below, as with the signatures of one function, and never to the part above. */
function joinBareHeadings(parts: Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const bare = joined.at(-1);
    if (bare?.isBare && bare.tokens + part.tokens <= MAX_TOKENS) {
      if (isBelow(part.section, bare.section) && part.section.path.length > bare.section.path.length) {
        const section = part.tokens > 2 * bare.tokens ? part.section : bare.section;
        joined[joined.length - 1] = { ...joinParts(bare, part, section), isBare: part.isBare };
        continue;
      }
      if (haveSameParent(bare.section, part.section) && part.section.level === bare.section.level) {
        joined[joined.length - 1] = { ...joinParts(bare, part, part.section), isBare: part.isBare };
        continue;
      }
    }
    joined.push(part);
  }
  return joined;
}

function joinParts(left: Part, right: Part, section: Section): Part {
  const tokens = left.tokens + right.tokens;
  return { ...left, section, end: right.end, tail: right.tail, text: "", tokens, isBare: false };
}

function mayJoin(left: Part, right: Part): boolean {
  if (left.tokens >= MIN_TOKENS && right.tokens >= MIN_TOKENS) return false;
  const tokens = left.tokens + right.tokens;
  if (isBelow(right.section, left.section))
    return tokens <= (left.tokens < MIN_TOKENS ? MAX_TOKENS : TARGET_TOKENS);
  if (tokens > TARGET_TOKENS || !haveSameParent(left.section, right.section)) return false;
  // Sections of the first two levels are subjects of their own.
  return right.section.level > 2 || (left.tokens < MIN_TOKENS && right.tokens < MIN_TOKENS);
}

function isBelow(lower: Section, upper: Section): boolean {
  return (
    lower.path.length >= upper.path.length &&
    upper.path.every((heading, index) => lower.path[index] === heading)
  );
}

function haveSameParent(left: Section, right: Section): boolean {
  return (
    left.path.length === right.path.length &&
    left.path.slice(0, -1).every((heading, index) => heading === right.path[index])
  );
}
