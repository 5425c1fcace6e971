/** A number with up to four parts, as `3.2.25`; the `.x` of `2.2.x` stays outside. */
const NUMBER = String.raw`v?(\d{1,4}(?:\.\d{1,6}){1,3})`;
const STATEMENTS = [
  // `Django 3.2.25 documentation`, `Node.js v18.20.4 documentation`
  new RegExp(String.raw`\b${NUMBER}(?:\.x)?\s+(?:documentation|docs|manual|reference)\b`, "i"),
  // `Flask Documentation (2.2.x)`
  new RegExp(String.raw`\b(?:documentation|docs|manual|reference)\s+\(${NUMBER}(?:\.x)?\)`, "i"),
];
/** Limit on titles: longer texts are none. */
const MAX_CHARACTERS = 300;

/**
 * The version of its library that a page names in its titles (best first), or null. A number may be of anything (`What's new in
 * 3.2`), so it counts only beside a word for documentation.
 */
export function statedVersion(titles: (string | null)[]): string | null {
  for (const title of titles) {
    if (title === null || title.length > MAX_CHARACTERS) continue;
    for (const statement of STATEMENTS) {
      const version = statement.exec(title)?.[1];
      if (version !== undefined) return version;
    }
  }
  return null;
}
