import { isNoText, isProse } from "./code-languages.ts";
import { findFile } from "./find-file.ts";
import type { SourceFiles } from "./source-files.ts";

/** What an agent reads where an example is not at hand. */
export const MISSING = "[example not in this copy]";

/** A word that a page defines for itself is no longer, and stands in for so many places at most. */
const SUBSTITUTION = { characters: 300, places: 5000 };

/** Of one page. Real ones stay far below: the page of the most includes that was seen has 70 of them. */
const LIMITS = { files: 120, bytes: 1024 * 1024, depth: 6 };

export type IncludedFile = { path: string; text: string };

/** Reads what one page includes, and keeps the account of it: limits, cycles, what was read, what is missing. */
export class IncludeReader {
  /** Paths that were read. */
  readonly used = new Set<string>();
  /** Where a file that was not there would have been: once it is there, the page is another. */
  readonly absent = new Set<string>();
  /** Includes that have no text here. */
  missing = 0;
  readonly #files: SourceFiles;
  #count = 0;
  #bytes = 0;
  #isFull = false;
  #substitutions = 0;

  constructor(files: SourceFiles) {
    this.#files = files;
  }

  /**
   * The file that `target` means for the last one of `chain`, the files that lead to here. Null when there is none, when it
   * includes itself, and above the limits; the caller says what becomes of the place.
   */
  async find(target: string, chain: readonly string[]): Promise<IncludedFile | null> {
    this.#isFull = this.#count >= LIMITS.files;
    if (chain.length > LIMITS.depth || this.#isFull || isNoText(target)) return null;
    const from = chain.at(-1) ?? "";
    const path = findFile(target, from, await this.#files.names());
    if (path === null) {
      const likely = likelyPath(target);
      if (likely !== null) this.absent.add(likely);
      return null;
    }
    if (chain.includes(path)) return null;
    this.#count += 1;
    const text = await this.#files.read(path);
    if (text === null) return null;
    this.#isFull = this.#bytes + text.length > LIMITS.bytes;
    if (this.#isFull) return null;
    this.used.add(path);
    return {
      path,
      text: text
        .replace(/^\ufeff/, "")
        .replaceAll(/\r\n?/g, "\n")
        .replaceAll("\0", ""),
    };
  }

  /** The value of a word that the page defines, as long as it is one and not a way to make a page grow. */
  substitute(value: string | undefined): string | null {
    if (value === undefined || value.length > SUBSTITUTION.characters) return null;
    this.#substitutions += 1;
    return this.#substitutions > SUBSTITUTION.places ? null : value;
  }

  /** Counts the part of a file that went into the page. */
  spend(lines: readonly string[]): void {
    for (const line of lines) this.#bytes += line.length + 1;
  }

  /**
   * Says that there was nothing, in the place of the include. Chapters of a book beyond the limits are pages of their own: nothing
   * is missing without them here.
   */
  miss(target: string): string[] {
    if (this.#isFull && isProse(target)) return [];
    this.missing += 1;
    return [MISSING];
  }
}

function likelyPath(target: string): string | null {
  const path = target.replace(/^(?:\.{0,2}\/|@\w*\/|~\/)+/, "");
  return /^[\w@.+-]+(?:\/[\w@.+-]+)*$/.test(path) && path.length < 200 ? path : null;
}
