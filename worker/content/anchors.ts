/** The form in which a heading of stored markdown carries its anchor: a trailing ` {#id}`. */
export function anchorSuffix(id: string | null | undefined): string {
  const anchor = id?.trim().replace(/[\s{}]/g, encodeURIComponent);
  return anchor ? ` {#${anchor}}` : "";
}

/**
 * Anchors as GitHub and most generators make them from headings: lower case, no punctuation, spaces to hyphens, and `-1`,
 * `-2` behind repeated headings. One instance for each page.
 */
export class Slugger {
  readonly #seen = new Map<string, number>();

  slug(heading: string): string {
    const base = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const repeats = this.#seen.get(base) ?? 0;
    this.#seen.set(base, repeats + 1);
    return repeats === 0 ? base : `${base}-${repeats}`;
  }
}
