import { isNoText, isProse } from "./code-languages.ts";
import { findFile } from "./find-file.ts";
import type { SourceFiles } from "./source-files.ts";

/** The words that an agent reads in the place of an example that is not at hand. */
export const MISSING = "[example not in this copy]";

/** Limits on words that a page defines for itself: characters of a word's value, and places with such words. */
const SUBSTITUTION = { characters: 300, places: 5000 };

/** Limits on one page. Real pages stay far below: the most includes seen on a page are 70. */
const LIMITS = { files: 120, bytes: 1024 * 1024, depth: 6 };

export type IncludedFile = { path: string; text: string };

/** Reads the files that one page includes, and keeps account of limits, cycles, files read, and files missing. */
export class IncludeReader {
  /** Paths that were read. */
  readonly used = new Set<string>();
  /** Paths where missing files would be: the page changes once one of these files is there. */
  readonly absent = new Set<string>();
  /** Number of includes that have no text here. */
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
   * The file that `target` means for the last file of `chain`, the files that lead to here. Null when there is none, when a file
   * would include itself, and above the limits; the caller decides about the place of the include.
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

  /** The value of a word that the page defines; null beyond the limits that keep a page from growing. */
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
   * The lines in the place of an include that has no text. Empty for chapters of a book beyond the limits, which are pages of their
   * own and not missing here.
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
