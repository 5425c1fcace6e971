import { aliasesOf } from "./named-sources.ts";
import { findVersion, majorOf } from "#worker/public-catalog/versions.ts";

/** Most versions that a question names: comparisons name two, and more are numbers of something else. */
const MAX_ASKED = 3;
/** Majors above the newest held version that a number may still mean: 404 is no version of express. */
const MAX_AHEAD = 3;

const NUMBER = String.raw`\d+(?:\.\d+)+(?:-?(?:a|b|rc|alpha|beta|canary|next)[.\d]*)?|\d{4}-\d{2}(?:-\d{2})?|\d+`;
const END = String.raw`(?:\.[x*])*(?![\p{L}\p{N}]|\.\d)`;
/** Version behind a name: `react 18`, `react@18.2`, `react-18`, `react v18`, `react, version 18`. */
const AFTER = new RegExp(
  String.raw`(?:(,?\s+(?:version|release|v\.?)\s*|[\s@:/_(-]{0,2}v|@)|[\s:/_(-]{0,2})(${NUMBER})${END}`,
  "uy",
);
/** Version before a name: `version 18 of react`. */
const BEFORE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:version|release|v)\s*(${NUMBER})${END}\s+of\s+(?:the\s+)?$`,
  "u",
);
const BEFORE_CHARACTERS = 60;
/** Characters between the words of a name: `node.js`, `node js`, `tanstack / query`. */
const MAX_GAP = 3;

/**
 * The versions that a question writes beside the name of sources at `urls`, in the question's order. A number without a word or mark of a
 * version is a version only when `held` makes that likely. Where no held source has a version, only a number with a dot counts.
 */
export function listAskedVersions(
  question: string,
  name: string,
  held: { version: string | null }[],
  urls: readonly string[] = [],
): string[] {
  if (!/\d/.test(question)) return [];
  const lower = question.toLowerCase();
  const asked = new Map<string, number>();
  const pieces = listPieces(lower);
  for (const alias of aliasesOf(name, urls)) {
    for (const { start, end } of findPieces(pieces, listPieces(alias))) {
      AFTER.lastIndex = end;
      const [, mark, after] = AFTER.exec(lower) ?? [];
      if (after !== undefined && (mark !== undefined || isLikely(after, held))) asked.set(after, start);
      const before = BEFORE.exec(lower.slice(Math.max(0, start - BEFORE_CHARACTERS), start))?.[1];
      if (before !== undefined) asked.set(before, start);
    }
  }
  return [...asked]
    .toSorted(([, a], [, b]) => a - b)
    .map(([version]) => version)
    .slice(0, MAX_ASKED);
}

type Piece = { text: string; start: number; end: number };

/** Runs of letters and runs of digits, so that `python3` begins with python; `C++` is not C. */
function listPieces(text: string): Piece[] {
  return [...text.matchAll(/(?<!\p{L})\p{L}(?:#|\+\+)(?!\p{L})|\p{L}+|\p{N}+/gu)].map(
    ({ 0: found, index }) => ({
      text: found,
      start: index,
      end: index + found.length,
    }),
  );
}

/** Places of a name's pieces in a text, next to each other and as whole words but for a number behind them. */
function findPieces(text: Piece[], name: Piece[]): { start: number; end: number }[] {
  return text.flatMap((first, at) => {
    const isThere = name.every(
      (piece, i) =>
        text[at + i]?.text === piece.text &&
        (i === 0 || text[at + i]!.start - text[at + i - 1]!.end <= MAX_GAP),
    );
    const isOwnWord = at === 0 || text[at - 1]!.end < first.start;
    return isThere && isOwnWord ? [{ start: first.start, end: text[at + name.length - 1]!.end }] : [];
  });
}

function isLikely(version: string, held: { version: string | null }[]): boolean {
  if (findVersion(version, held)) return true;
  const majors = held.flatMap((one) => (one.version === null ? [] : (majorOf(one.version) ?? [])));
  // Four numbers are a network address.
  if (majors.length === 0) return /^\d+(?:\.\d+){1,2}\D*$/.test(version);
  const newest = Math.max(...majors);
  const major = majorOf(version) ?? Infinity;
  // Versions that are years have four digits, so 404 is no such version.
  return major <= newest + MAX_AHEAD && (newest < 1000 || major >= 1000);
}
