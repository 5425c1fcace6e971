import { randomBase62 } from "#worker/platform/ids.ts";

const PREFIX = "doc_";
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^doc_[0-9A-Za-z]{38}$/;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Shown characters of a masked key: its first 8 and last 4 (specification, section 9). */
const SHOWN_AT_START = 8;
const SHOWN_AT_END = 4;

/** A new API key: `doc_`, 32 random base62 characters (190 bits) and a checksum of six. */
export function generateKey(): string {
  const body = PREFIX + randomBase62(SECRET_LENGTH);
  return body + checksum(body);
}

/**
 * Whether a text can be a key of ours at all. A text that fails was mistyped, cut off or made up, and need not be looked up; the checksum
 * also lets scanners of leaked secrets tell a key from a likeness of one.
 */
export function isWellFormedKey(key: string): boolean {
  if (!SHAPE.test(key)) return false;
  return key.slice(-CHECKSUM_LENGTH) === checksum(key.slice(0, -CHECKSUM_LENGTH));
}

/** The parts of a key that may be shown after its creation. */
export function shownParts(key: string): { keyStart: string; keyEnd: string } {
  return { keyStart: key.slice(0, SHOWN_AT_START), keyEnd: key.slice(-SHOWN_AT_END) };
}

export function maskKey({ keyStart, keyEnd }: { keyStart: string; keyEnd: string }): string {
  return `${keyStart}...${keyEnd}`;
}

/** CRC-32 (ISO 3309, as in zip) in base62, padded to six characters. */
function checksum(text: string): string {
  let rest = crc32(new TextEncoder().encode(text));
  let out = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    out = ALPHABET[rest % 62] + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
