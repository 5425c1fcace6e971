/** Number of bytes that are looked at as text at one time. */
const WINDOW_BYTES = 1024 * 1024;
/** Overlap of two windows: a longer match may be missed where windows meet. */
const OVERLAP_BYTES = 8192;
/** An object that is a name or a list, as filters may be; names of filters are short, and so are lists of names. */
const FILTER_OBJECT = /(?<!\d)(\d{1,10})\s{1,20}\d{1,10}\s{1,20}obj\s{0,20}(\[[^\][]{0,500}\]|\/\w{1,100})/g;

/**
 * A file as text of one character a byte, without a copy of the file: a string of 64 MB would take 128 MB, which is all that an
 * isolate has.
 */
export class ByteText {
  readonly length: number;
  readonly #buffer: Buffer;
  #filterObjects: Map<number, string> | null = null;
  /** The stream whose end was asked for last: no other end is between its start and its end. */
  #stream = { start: 0, end: -1 };

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.length;
  }

  /** The byte at an index; undefined beyond the end. */
  at(index: number): number | undefined {
    return this.#buffer[index];
  }

  /** A piece of the text, meant for some kilobytes. */
  slice(from: number, to?: number): string {
    return this.#buffer.toString("latin1", Math.max(0, from), Math.min(to ?? this.length, this.length));
  }

  startsWith(word: string, at: number): boolean {
    return at >= 0 && this.slice(at, at + word.length) === word;
  }

  indexOf(word: string, from = 0): number {
    return this.#buffer.indexOf(word, from, "latin1");
  }

  lastIndexOf(word: string): number {
    return this.#buffer.lastIndexOf(word, undefined, "latin1");
  }

  /** How often a word stands by itself; the count stops above `stopAfter`. */
  countWords(word: string, stopAfter: number): number {
    let count = 0;
    for (let at = this.indexOf(word); at !== -1 && count <= stopAfter; at = this.indexOf(word, at + 1))
      if (!isWordByte(this.at(at - 1)) && !isWordByte(this.at(at + word.length))) count += 1;
    return count;
  }

  matches(pattern: RegExp): boolean {
    for (const [, window] of this.#windows()) if (pattern.test(window)) return true;
    return false;
  }

  /** End of the stream whose data begins at `start`. Cheap when streams are asked for one after the other. */
  endOfStream(start: number): number {
    if (start < this.#stream.start || start > this.#stream.end) {
      const end = this.indexOf("endstream", start);
      this.#stream = { start, end: end === -1 ? this.length : end };
    }
    return this.#stream.end;
  }

  /** The texts of all objects of this number that are a name or a list; undefined when there are none. */
  filterObject(number: number): string | undefined {
    if (this.#filterObjects === null) {
      this.#filterObjects = new Map();
      let last = -1;
      for (const [from, window] of this.#windows()) {
        for (const { index, 1: id, 2: names = "" } of window.matchAll(FILTER_OBJECT)) {
          if (from + index <= last) continue;
          last = from + index;
          const known = this.#filterObjects.get(Number(id)) ?? "";
          if (!known.includes(names)) this.#filterObjects.set(Number(id), known + names);
        }
      }
    }
    return this.#filterObjects.get(number);
  }

  *#windows(): Generator<[from: number, text: string]> {
    for (let from = 0; from < this.length; from += WINDOW_BYTES)
      yield [from, this.slice(from, from + WINDOW_BYTES + OVERLAP_BYTES)];
  }
}

/** Whether a byte is part of a word, as `\b` of a pattern sees words: letters, digits and the underscore of ASCII. */
function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || byte === 95 || (byte >= 97 && byte <= 122)
  );
}
