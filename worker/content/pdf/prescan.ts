import { ByteText } from "./byte-text.ts";
import { inflatedSize, isZlib } from "./inflate-size.ts";
import type { PdfRefusalReason } from "./refusal.ts";

/** Limit on all streams but pictures, unpacked; manuals of 2,400 pages have 40 MB. */
const MAX_INFLATED_BYTES = 100 * 1024 * 1024;
const MAX_STREAM_BYTES = 32 * 1024 * 1024;
/** Limit on a picture, which is not unpacked to get at the text. */
const MAX_PICTURE_BYTES = 128 * 1024 * 1024;
/** Limit on the ratio of a stream: text packs 10:1 at best; white pictures reach Deflate's own limit of 1032:1. */
const MAX_RATIO = 200;
/** Size from which the ratio counts: a smaller stream harms nobody, however well it is packed. */
const RATIO_FROM_BYTES = 1024 * 1024;
const MAX_OBJECTS = 500_000;
const MAX_XREF_SECTIONS = 2000;
/** Limit on how often each byte is looked at as part of a stream; streams that overlap are made to take time. */
const MAX_PASSES = 4;
const HEADER_WITHIN_BYTES = 1024;
/** Bytes in front of a stream within which its dictionary begins. */
const MAX_DICTIONARY_BYTES = 8192;
/**
 * Limit on all characters of dictionaries that are looked at: a file can be made so that each is looked at again and again. A manual
 * of 2,400 pages needs 700,000, a file whose every letter is a stream 100 times that.
 */
const MAX_STEPS = 100_000_000;

/** Filters that unpack; a stream may have one of these. */
const UNPACKING = new Set(["FlateDecode", "Fl", "LZWDecode", "LZW", "RunLengthDecode", "RL"]);
const AS_TEXT = new Set(["ASCIIHexDecode", "AHx", "ASCII85Decode", "A85"]);
const PICTURES = new Set(["DCTDecode", "DCT", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode", "CCF"]);

/**
 * Looks a PDF over before a parser gets the file, and returns the reason against that; null when there is none. Bombs cost no
 * memory here: sizes are counted and nothing is unpacked.
 */
export function prescanPdf(bytes: Uint8Array): PdfRefusalReason | null {
  if (bytes.length === 0) return "empty";
  const text = new ByteText(bytes);
  if (!text.slice(0, HEADER_WITHIN_BYTES).includes("%PDF-")) return "not-a-pdf";
  if (text.matches(ENCRYPT)) return "encrypted";
  if (text.countWords("obj", MAX_OBJECTS) > MAX_OBJECTS) return "too-many-objects";
  if (text.countWords("startxref", MAX_XREF_SECTIONS) > MAX_XREF_SECTIONS) return "tangled";
  if (hasXrefCircle(text)) return "tangled";
  return scanStreams(bytes, text);
}

const ENCRYPT = /\/(?:E|#45)(?:n|#6e)(?:c|#63)(?:r|#72)(?:y|#79)(?:p|#70)(?:t|#74)\s*(?:\d+\s+\d+\s+R|<<)/i;

function scanStreams(bytes: Uint8Array, text: ByteText): PdfRefusalReason | null {
  let inflated = 0;
  let looked = 0;
  const effort = { steps: 0 };
  for (let at = text.indexOf("stream"); at !== -1; at = text.indexOf("stream", at + 6)) {
    const start = dataStart(text, at);
    if (start === null) continue;
    const dictionary = dictionaryBefore(text, at, effort);
    if (effort.steps > MAX_STEPS) return "tangled";
    const filters = dictionary === null ? null : filtersOf(dictionary, text);
    if (filters === null) return "nested-filters";
    const packed = filters.filter((filter) => UNPACKING.has(filter));
    if (packed.length > 1) return "nested-filters";
    const unknown = filters.some(
      (one) => !UNPACKING.has(one) && !AS_TEXT.has(one) && !PICTURES.has(one) && one !== "Crypt",
    );
    if (unknown) return "nested-filters";
    if (packed.length === 0) continue;
    const isPicture = /\/Subtype\s*\/Image\b/.test(dictionary ?? "");
    const limit = isPicture ? MAX_PICTURE_BYTES : MAX_STREAM_BYTES;
    const { size, read } = unpackedSize(bytes, text, start, filters, limit);
    if (size > limit) return "inflates";
    looked += read;
    if (looked > bytes.length * MAX_PASSES + RATIO_FROM_BYTES) return "tangled";
    if (isPicture) continue;
    inflated += size;
    if (inflated > MAX_INFLATED_BYTES) return "inflates";
    if (size > RATIO_FROM_BYTES && size > read * MAX_RATIO) return "inflates";
    // The objects of an object stream are parsed whole: names, numbers, references.
    if (/\/Type\s*\/ObjStm\b/.test(dictionary ?? "")) {
      const objects = Number(/\/N\s+(\d+)/.exec(dictionary ?? "")?.[1] ?? 0);
      if (objects > MAX_OBJECTS) return "too-many-objects";
    }
  }
  return null;
}

/** Size of the only packed form among a stream's filters, whatever text form is around the packed one. */
function unpackedSize(
  bytes: Uint8Array,
  text: ByteText,
  start: number,
  filters: string[],
  limit: number,
): { size: number; read: number } {
  const first = filters[0] ?? "";
  if (AS_TEXT.has(first)) {
    const end = text.endOfStream(start);
    const plain = decodeText(text.slice(start, end), filters);
    const { size } = sizeOf(filters.find((one) => UNPACKING.has(one)) ?? "", plain, 0, plain.length, limit);
    return { size, read: end - start };
  }
  return sizeOf(first, bytes, start, text.endOfStream(start), limit);
}

function sizeOf(filter: string, bytes: Uint8Array, start: number, end: number, limit: number) {
  if (filter.startsWith("R")) {
    // Two bytes of a run-length stream give 128 at most.
    return { size: (end - start) * 64, read: end - start };
  }
  if (filter.startsWith("L")) {
    return { size: lzwSize(bytes, start, end, limit), read: end - start };
  }
  if (!isZlib(bytes[start], bytes[start + 1])) return { size: 0, read: 2 };
  // The stream itself tells its end: `endstream` may stand in the data.
  const inflated = inflatedSize(bytes, start, limit);
  return { size: inflated.size, read: Math.max(1, inflated.end - start) };
}

/** Size of LZW data, unpacked: codes of 9 to 12 bits, each of which stands for a string one longer than an earlier one. */
function lzwSize(bytes: Uint8Array, start: number, end: number, limit: number): number {
  let lengths: number[] = [];
  let bits = 9;
  let buffer = 0;
  let held = 0;
  let size = 0;
  let previous = 0;
  for (let at = start; at < end && size <= limit;) {
    while (held < bits && at < end) {
      buffer = ((buffer << 8) | (bytes[at++] as number)) & 0xfffff;
      held += 8;
    }
    if (held < bits) break;
    const code = (buffer >> (held - bits)) & ((1 << bits) - 1);
    held -= bits;
    if (code === 257) break;
    if (code === 256) {
      lengths = [];
      bits = 9;
      previous = 0;
      continue;
    }
    const length = code < 256 ? 1 : (lengths[code - 258] ?? previous + 1);
    size += length;
    if (previous > 0 && lengths.length < 3838) lengths.push(previous + 1);
    previous = length;
    const next = lengths.length + 259;
    bits = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return size;
}

/** Decodes hexadecimal and base 85, as exactly as the size of the output needs. */
function decodeText(source: string, filters: string[]): Uint8Array {
  let text = source;
  let out: Uint8Array = new Uint8Array();
  for (const filter of filters) {
    if (!AS_TEXT.has(filter)) break;
    out = filter.startsWith("ASCIIHex") || filter === "AHx" ? fromHex(text) : fromBase85(text);
    text = new TextDecoder("latin1").decode(out);
  }
  return out;
}

function fromHex(text: string): Uint8Array {
  const digits = (text.split(">", 1)[0] ?? "").replaceAll(/[^0-9a-f]/gi, "");
  return Uint8Array.from({ length: digits.length >> 1 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
}

function fromBase85(text: string): Uint8Array {
  const out: number[] = [];
  let group: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 126) break;
    if (code === 122 && group.length === 0) out.push(0, 0, 0, 0);
    if (code < 33 || code > 117) continue;
    group.push(code - 33);
    if (group.length < 5) continue;
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    out.push((value / 0x1000000) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255);
    group = [];
  }
  return Uint8Array.from(out);
}

/** Begin of the data of a stream whose keyword is at `at`; null when the word is not that keyword. */
function dataStart(text: ByteText, at: number): number | null {
  if (text.startsWith("end", at - 3)) return null;
  const next = text.at(at + 6);
  if (next === 13) return at + (text.at(at + 7) === 10 ? 8 : 7);
  if (next === 10) return at + 7;
  // Some writers put a blank behind the keyword.
  return next === 32 && /^ *\r?\n/.test(text.slice(at + 6, at + 20)) ? text.indexOf("\n", at) + 1 : null;
}

/**
 * The dictionary of the stream whose keyword is at `at`, from the earliest object whose dictionary ends there: a later object may
 * stand in a string. Empty when the word is not behind a dictionary; null when the dictionary's beginning is not found.
 */
function dictionaryBefore(text: ByteText, at: number, effort: { steps: number }): string | null {
  const from = Math.max(0, at - MAX_DICTIONARY_BYTES);
  const before = text.slice(from, at);
  if (!endsWithDictionary(before)) return "";
  for (const { index, 0: match } of before.matchAll(/\d\s{1,20}\d{1,20}\s{0,20}obj/g)) {
    const begin = index + match.length;
    if (effort.steps > MAX_STEPS) break;
    if (endOfDictionary(before, begin, effort) === before.length) return decodeNames(before.slice(begin));
  }
  return null;
}

/** Whether a text ends with `>>`, besides white space and comments. Line by line, since a pattern would try each line anew. */
function endsWithDictionary(text: string): boolean {
  let end = text.length;
  for (let isLast = true; end > 0; isLast = false) {
    const begin = Math.max(text.lastIndexOf("\n", end - 1), text.lastIndexOf("\r", end - 1)) + 1;
    const line = text.slice(begin, end).trim();
    if (line.endsWith(">>")) return true;
    // A comment ends with its line, so the keyword itself stands in none.
    if (!isLast && />>\s*%/.test(line)) return true;
    if (line !== "" && (isLast || !line.startsWith("%"))) return false;
    end = begin - 1;
  }
  return false;
}

/** End of a dictionary, with the white space and comments behind; -1 when there is no dictionary. */
function endOfDictionary(text: string, begin: number, effort: { steps: number }): number {
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    effort.steps += 1;
    const char = text[at];
    if (char === "%") {
      at += text.slice(at).search(/[\r\n]|$/);
    } else if (char === "(") {
      const end = endOfString(text, at);
      effort.steps += end - at;
      at = end;
    } else if (char === "<" && text[at + 1] === "<") {
      depth += 1;
      at += 1;
    } else if (char === ">" && text[at + 1] === ">") {
      depth -= 1;
      at += 1;
      if (depth === 0)
        return at + 1 + (/^\s*(?:%[^\r\n]*[\r\n]\s*)*/.exec(text.slice(at + 1))?.[0].length ?? 0);
    } else if (depth === 0 && /\S/.test(char ?? "")) return -1;
  }
  return -1;
}

/** The closing parenthesis of a string, in which parentheses nest. */
function endOfString(text: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "(") depth += 1;
    else if (char === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}

/** Text with bytes of names that are written in hexadecimal decoded. */
function decodeNames(text: string): string {
  return text.replaceAll(/#([0-9a-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Names of a stream's filters; null when they stand somewhere that cannot be looked at. */
function filtersOf(dictionary: string, text: ByteText): string[] | null {
  const filters: string[] = [];
  // A list is read to its end by hand: a pattern would look for the end once for each beginning.
  const lastBracket = dictionary.lastIndexOf("]");
  let end = 0;
  for (const { index, 0: all, 1: name, 2: reference } of dictionary.matchAll(
    /\/(?:Filter|F)\s*(?:\[|\/(\w+)|(\d+)\s+\d+\s+R)/g,
  )) {
    if (index < end) continue;
    const begin = index + all.length;
    if (name !== undefined) filters.push(name);
    else if (reference === undefined) {
      if (begin > lastBracket) continue;
      end = dictionary.indexOf("]", begin);
      const names = dictionary.slice(begin, end);
      if (/\d\s+\d+\s+R/.test(names)) return null;
      filters.push(...[...names.matchAll(/\/(\w+)/g)].map((match) => match[1] ?? ""));
    } else {
      const direct = text.filterObject(Number(reference));
      if (direct === undefined) return null;
      filters.push(...[...decodeNames(direct).matchAll(/\/(\w+)/g)].map((match) => match[1] ?? ""));
    }
  }
  return filters;
}

/** Whether the cross-reference sections, followed from the last one back, lead in a circle. */
function hasXrefCircle(text: ByteText): boolean {
  const seen = new Set<number>();
  const begin = text.lastIndexOf("startxref");
  let at: number | null =
    begin === -1 ? null : Number(/startxref\s+(\d+)/.exec(text.slice(begin, begin + 40))?.[1] ?? -1);
  while (at !== null && at >= 0 && at < text.length) {
    if (seen.has(at) || seen.size > MAX_XREF_SECTIONS) return true;
    seen.add(at);
    const trailer = text.startsWith("xref", at) ? text.indexOf("trailer", at) : at;
    const previous: string | undefined =
      trailer === -1 ? undefined : /^[^]{0,4000}?\/Prev\s+(\d+)/.exec(dictionaryAt(text, trailer))?.[1];
    at = previous === undefined ? null : Number(previous);
  }
  return false;
}

function dictionaryAt(text: ByteText, at: number): string {
  const end = text.slice(at, at + 4000).search(/\bstream\b|\bstartxref\b/);
  return text.slice(at, at + (end === -1 ? 4000 : end));
}
