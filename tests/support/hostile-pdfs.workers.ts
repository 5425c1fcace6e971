import { deflateSync } from "node:zlib";
import { pdfOf, streamOf } from "./make-pdf.workers.ts";

const PAGE_TREE = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"];
const PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>";

/** A file with one page whose content is this stream. */
function withContent(stream: string, ...more: string[]): Uint8Array {
  return pdfOf([...PAGE_TREE, PAGE, stream, ...more]);
}

const ZEROS = Buffer.alloc(40 * 1024 * 1024, 32);

/** Bytes that pack about 50:1. */
function noise(seed: number): Buffer {
  return Buffer.from(
    Array.from({ length: 997 }, (_, at) => ((at * 7919 + seed * 104_729) ^ (at << 3)) & 255),
  );
}

function circle(): Uint8Array {
  const file = new TextDecoder("latin1").decode(pdfOf([...PAGE_TREE, PAGE, streamOf("", [])]));
  const start = /startxref\n(\d+)/.exec(file)?.[1] ?? "0";
  return new TextEncoder().encode(file.replace("/Root 1 0 R", `/Root 1 0 R /Prev ${start}`));
}

function base85(bytes: Uint8Array): string {
  let out = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let value = [0, 1, 2, 3].reduce((sum, n) => sum * 256 + (bytes[at + n] ?? 0), 0);
    let group = "";
    for (let n = 0; n < 5; n += 1) {
      group = String.fromCharCode((value % 85) + 33) + group;
      value = Math.floor(value / 85);
    }
    out += group;
  }
  return `${out}~>`;
}

/** LZW whose every code stands for a string one longer than the one before: 60,000 codes are 100 MB of blanks. */
function lzwZeros(codes: number): Uint8Array {
  const out: number[] = [];
  let buffer = 0;
  let held = 0;
  const put = (code: number, bits: number) => {
    buffer = (buffer << bits) | code;
    held += bits;
    while (held >= 8) {
      out.push((buffer >> (held - 8)) & 255);
      held -= 8;
      buffer &= (1 << held) - 1;
    }
  };
  let next = 258;
  put(256, 9);
  put(32, 9);
  for (let at = 0; at < codes; at += 1) {
    const known = Math.min(next, 4094);
    put(known, known >= 2047 ? 12 : known >= 1023 ? 11 : known >= 511 ? 10 : 9);
    if (next < 4095) next += 1;
  }
  return Uint8Array.from(out);
}

/** Files that are made to harm a reader, and what is to become of each: a reason of refusal, or so many pages. */
export const HOSTILE_PDFS: [name: string, make: () => Uint8Array, expected: string][] = [
  ["nothing", () => new Uint8Array(), "empty"],
  ["no PDF", () => new TextEncoder().encode("<!doctype html><p>hello"), "not-a-pdf"],
  ["only a header", () => new TextEncoder().encode("%PDF-1.7\n"), "damaged"],
  ["encrypted", () => pdfOf([...PAGE_TREE, PAGE, "null"], undefined, " /Encrypt 4 0 R"), "encrypted"],
  ["packed 1000:1", () => withContent(streamOf(ZEROS, ["FlateDecode"])), "inflates"],
  ["packed twice", () => withContent(streamOf(ZEROS, ["FlateDecode", "FlateDecode"])), "nested-filters"],
  ["packed twice under short names", () => withContent(streamOf(ZEROS, ["Fl", "Fl"])), "nested-filters"],
  [
    "packed twice under names in hexadecimal",
    () => withContent(streamOf(ZEROS, ["Fl#61teDecode", "FlateDecode"])),
    "nested-filters",
  ],
  [
    "packed twice, as another object says",
    () =>
      withContent(
        streamOf(deflateSync(deflateSync(ZEROS)), [], " /Filter 5 0 R"),
        "[/FlateDecode /FlateDecode]",
      ),
    "nested-filters",
  ],
  [
    "packed twice, as an object says that is not there",
    () => withContent(streamOf(deflateSync(deflateSync(ZEROS)), [], " /Filter 99 0 R")),
    "nested-filters",
  ],
  [
    "packed in an unknown way",
    () => withContent(streamOf("x", [], " /Filter /BrotliDecode")),
    "nested-filters",
  ],
  [
    "packed, with the filter hidden behind a string",
    () => withContent(streamOf(deflateSync(ZEROS), [], " /Filter /FlateDecode /X (9 0 obj <<)")),
    "inflates",
  ],
  [
    "packed, with a comment before the stream",
    () => withContent(streamOf(ZEROS, ["FlateDecode"]).replace(">>\nstream", ">>%\nstream")),
    "inflates",
  ],
  [
    "a stream in the middle of the stream",
    () =>
      withContent(
        streamOf(
          Buffer.concat([deflateSync(Buffer.from("endstream"), { level: 0 }), ZEROS.subarray(0, 10)]),
          [],
          " /Filter /FlateDecode",
        ),
      ),
    "1 pages",
  ],
  [
    "many streams that are too much together",
    () =>
      pdfOf([
        ...PAGE_TREE,
        PAGE,
        ...Array.from({ length: 12 }, (_, at) =>
          streamOf(Buffer.alloc(9 * 1024 * 1024, noise(at)), ["FlateDecode"]),
        ),
      ]),
    "inflates",
  ],
  [
    "pages that are their own parents",
    () => pdfOf([PAGE_TREE[0] ?? "", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"]),
    "no-pages",
  ],
  [
    "a count of pages that is a lie",
    () => pdfOf([PAGE_TREE[0] ?? "", "<< /Type /Pages /Kids [3 0 R] /Count 4999 >>", PAGE, streamOf("", [])]),
    "1 pages",
  ],
  [
    "a count of pages that would fill the memory",
    () =>
      pdfOf([PAGE_TREE[0] ?? "", "<< /Type /Pages /Kids [3 0 R] /Count 99999999 >>", PAGE, streamOf("", [])]),
    "1 pages",
  ],
  [
    "streams without an end, each of which is looked for",
    () =>
      new TextEncoder().encode(`%PDF-1.7\n${"1 0 obj<</Filter/FlateDecode>>stream\nxx\n".repeat(200_000)}`),
    "tangled",
  ],
  [
    "dictionaries that are looked at again for each stream",
    () =>
      new TextEncoder().encode(
        `%PDF-1.7\n${("1 0 obj<<".repeat(400) + ">>stream\n".repeat(400)).repeat(40)}`,
      ),
    "tangled",
  ],
  [
    "a line of comments before each stream, which begin and end like dictionaries",
    () =>
      new TextEncoder().encode(
        `%PDF-1.7\n${(">>%".repeat(1500) + "\n" + "x\nstream\n".repeat(350)).repeat(200)}`,
      ),
    "damaged",
  ],
  [
    "filters in objects of their own, each of which is looked for",
    () =>
      pdfOf([
        ...PAGE_TREE,
        PAGE,
        ...Array.from({ length: 8000 }, (_, n) => streamOf("x", [], ` /Filter ${n + 8004} 0 R`)),
        ...Array.from({ length: 8000 }, () => "/ASCIIHexDecode"),
      ]),
    "1 pages",
  ],
  ["cross-references in a circle", () => circle(), "tangled"],
  [
    "a million objects",
    () => new TextEncoder().encode(`%PDF-1.7\n${"1 0 obj\nendobj\n".repeat(600_000)}`),
    "too-many-objects",
  ],
  [
    "text without end",
    () => withContent(streamOf(`BT /F1 9 Tf ${"(a) Tj ".repeat(400_000)} ET`, [])),
    "1 pages",
  ],
  [
    "packed 1000:1 within base 85",
    () => withContent(streamOf(base85(deflateSync(ZEROS)), [], " /Filter [/ASCII85Decode /FlateDecode]")),
    "inflates",
  ],
  ["packed with LZW", () => withContent(streamOf(lzwZeros(60_000), [], " /Filter /LZWDecode")), "inflates"],
  [
    "packed 1000:1 and called a picture",
    () => withContent(streamOf(ZEROS, ["FlateDecode"], " /Subtype /Image")),
    "1 pages",
  ],
];
