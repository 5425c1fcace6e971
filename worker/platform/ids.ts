const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` random base62 characters, without modulo bias. */
export function randomBase62(length: number): string {
  let out = "";
  while (out.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 248 && out.length < length) out += ALPHABET[byte % 62];
    }
  }
  return out;
}

/** `length` random decimal digits, without modulo bias. */
export function randomDigits(length: number): string {
  let out = "";
  while (out.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 250 && out.length < length) out += byte % 10;
    }
  }
  return out;
}

/** A new id: the kind's prefix and 20 base62 characters (119 bits), such as `src_4fK…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBase62(20)}`;
}
