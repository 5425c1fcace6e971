import { aliasesOf } from "./named-sources.ts";
import { findVersion, majorOf } from "./versions.ts";

/** Questions that compare versions name two; more are numbers of something else. */
const MAX_ASKED = 3;
/** A number beside a name is taken for a version up to so many above the newest that is held: 404 is none of express. */
const MAX_AHEAD = 3;

const NUMBER = String.raw`\d+(?:\.\d+)+(?:-?(?:a|b|rc|alpha|beta|canary|next)[.\d]*)?|\d{4}-\d{2}(?:-\d{2})?|\d+`;
const END = String.raw`(?:\.[x*])*(?![\p{L}\p{N}]|\.\d)`;
/** `react 18`, `react@18.2`, `react-18`, `react v18`, `react, version 18`. */
const AFTER = String.raw`(?:(,?\s+(?:version|release|v\.?)\s*|[\s@:/_(-]{0,2}v|@)|[\s:/_(-]{0,2})(${NUMBER})${END}`;
/** `version 18 of react`. */
const BEFORE = String.raw`(?:version|release|v)\s*(${NUMBER})${END}\s+of\s+(?:the\s+)?`;

/**
 * The versions that a question writes beside the name of a source, in its order. A number that no word or mark makes a
 * version is one only when something of `held` makes it likely. Where nothing that is held has a version, only a number
 * with a dot is.
 */
export function listAskedVersions(
  question: string,
  name: string,
  held: { version: string | null }[],
): string[] {
  if (!/\d/.test(question)) return [];
  const lower = question.toLowerCase();
  const asked = new Map<string, number>();
  for (const alias of aliasesOf(name)) {
    const words = alias.split(" ");
    if (!lower.includes(words[0]!)) continue;
    const written = String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[^\p{L}\p{N}]{0,3}`)}`;
    for (const match of lower.matchAll(new RegExp(written + AFTER, "gu"))) {
      const [, mark, version = ""] = match;
      if (mark !== undefined || isLikely(version, held)) asked.set(version, match.index);
    }
    for (const match of lower.matchAll(new RegExp(`\\b${BEFORE}${written}(?![\\p{L}\\p{N}])`, "gu")))
      asked.set(match[1]!, match.index);
  }
  return [...asked]
    .toSorted(([, a], [, b]) => a - b)
    .map(([version]) => version)
    .slice(0, MAX_ASKED);
}

function isLikely(version: string, held: { version: string | null }[]): boolean {
  if (findVersion(version, held)) return true;
  const majors = held.flatMap((one) => (one.version === null ? [] : (majorOf(one.version) ?? [])));
  // Four numbers are an address.
  if (majors.length === 0) return /^\d+(?:\.\d+){1,2}\D*$/.test(version);
  const newest = Math.max(...majors);
  const major = majorOf(version) ?? Infinity;
  // Versions that are years have four digits, so an error 404 of theirs is none.
  return major <= newest + MAX_AHEAD && (newest < 1000 || major >= 1000);
}
