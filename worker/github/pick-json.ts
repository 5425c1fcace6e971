const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
/** Highest byte of white space; all bytes below are control characters. */
const SPACE = 0x20;

/** Longest value that is picked; only so much of a string is ever held. */
const MAX_TOKEN_BYTES = 1024;
/** Deepest level of picked values; deeper names and values are passed over. */
const MAX_DEPTH = 2;

/**
 * Picks single values out of a JSON text that comes in pieces, holding only one value at a time: strings, numbers, true, false and null at
 * the top, or in an object at the top, by their path (`after`, `repository.id`). Text that is no JSON gives false values, so the sender
 * must be known.
 */
export class JsonPicker {
  readonly #wanted: ReadonlySet<string>;
  readonly #values = new Map<string, unknown>();
  /** Names on the path to the present place; null in a list, and before the name. */
  readonly #names: (string | null)[] = [];
  #depth = 0;
  /** Bytes of the last string or word; null for a longer one, or something else. */
  #token: number[] | null = [];
  #isInString = false;
  #isEscaped = false;

  constructor(paths: string[]) {
    this.#wanted = new Set(paths);
  }

  /** The value found so far under a path; undefined when there was none. */
  value(path: string): unknown {
    return this.#values.get(path);
  }

  /** Reads a piece. Most bytes are within strings that nobody looks for; a body of 25 MiB takes half a second. */
  write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      at = this.#isInString ? this.#readString(bytes, at) : this.#readOutside(bytes, at);
    }
  }

  /** Reads up to the end of the string or of the bytes; returns the place where reading stopped. */
  #readString(bytes: Uint8Array, from: number): number {
    const end = bytes.length;
    let isEscaped = this.#isEscaped;
    let at = from;
    for (; at < end; at += 1) {
      const byte = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) break;
    }
    this.#isInString = at === end;
    this.#isEscaped = isEscaped;
    const stop = Math.min(at + 1, end);
    this.#hold(bytes, from, stop);
    return stop;
  }

  /** Reads up to the beginning of a string or the end of the bytes; returns the place where reading stopped. */
  #readOutside(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      switch (byte) {
        case QUOTE:
          this.#token = [];
          this.#hold(bytes, at, at + 1);
          this.#isInString = true;
          return at + 1;
        case COLON:
          this.#name();
          break;
        case COMMA:
          this.#endValue();
          break;
        case OPEN_OBJECT:
        case OPEN_LIST:
          this.#depth += 1;
          if (this.#depth <= MAX_DEPTH) this.#names[this.#depth] = null;
          this.#token = [];
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          this.#endValue();
          this.#depth -= 1;
          this.#token = null;
          break;
        default:
          if (byte > SPACE) this.#hold(bytes, at, at + 1);
      }
    }
    return bytes.length;
  }

  #name(): void {
    if (this.#depth <= MAX_DEPTH) {
      const name = this.#parsed();
      this.#names[this.#depth] = typeof name === "string" ? name : null;
    }
    this.#token = [];
  }

  #hold(bytes: Uint8Array, from: number, to: number): void {
    if (this.#token === null || this.#depth > MAX_DEPTH) return;
    if (this.#token.length + to - from > MAX_TOKEN_BYTES) this.#token = null;
    else for (let at = from; at < to; at += 1) this.#token.push(bytes[at] as number);
  }

  /** Ends a value at a comma or a bracket; nothing else stands behind a value. */
  #endValue(): void {
    if (this.#depth >= 1 && this.#depth <= MAX_DEPTH) {
      const names = this.#names.slice(1, this.#depth + 1);
      const path = names.includes(null) ? null : names.join(".");
      const value = path !== null && this.#wanted.has(path) ? this.#parsed() : undefined;
      if (path !== null && value !== undefined) this.#values.set(path, value);
      this.#names[this.#depth] = null;
    }
    this.#token = [];
  }

  #parsed(): unknown {
    if (this.#token === null) return undefined;
    try {
      return JSON.parse(new TextDecoder().decode(Uint8Array.from(this.#token)));
    } catch {
      return undefined;
    }
  }
}
