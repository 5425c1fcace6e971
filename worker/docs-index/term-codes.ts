/**
 * Terms are kept beside the rows as 32-bit hashes, so that counts, phrases and distances are read without analysing the text
 * again. Two terms of an index of 100,000 different ones share a hash with a chance of 1 in 40,000 a term; then a count is
 * too high by one, which ranking survives.
 */
export function codeOf(term: string): number {
  let hash = 2166136261;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 16777619);
  return hash | 0;
}

/** The terms of a chunk's fields in order, as codes. */
export type ChunkTerms = { title: Int32Array; heading: Int32Array; body: Int32Array };

/** Layout: lengths of title and heading, then the codes of title, heading and body. */
export function packChunkTerms(title: string[], heading: string[], body: string[]): Uint8Array {
  const packed = new Int32Array(2 + title.length + heading.length + body.length);
  packed[0] = title.length;
  packed[1] = heading.length;
  let at = 2;
  for (const field of [title, heading, body]) for (const term of field) packed[at++] = codeOf(term);
  return new Uint8Array(packed.buffer);
}

export function unpackChunkTerms(data: ArrayBuffer): ChunkTerms {
  const packed = new Int32Array(data);
  const headingAt = 2 + packed[0]!;
  const bodyAt = headingAt + packed[1]!;
  return {
    title: packed.subarray(2, headingAt),
    heading: packed.subarray(headingAt, bodyAt),
    body: packed.subarray(bodyAt),
  };
}

/** How often each term is in a page's fields. Counts are capped at 255 (title), 255 (heading) and 65,535 (body). */
export type PageTerms = {
  titleLength: number;
  headingLength: number;
  bodyLength: number;
  /** Sorted. */
  codes: Int32Array;
  /** Of each code: title in bits 24 to 31, heading in bits 16 to 23, body in bits 0 to 15. */
  counts: Uint32Array;
};

/** Layout: the three lengths, then the sorted codes, then their counts. */
export function packPageTerms(title: string[], heading: string[], body: string[]): Uint8Array {
  const counts = new Map<number, number>();
  const add = (term: string, unit: number, mask: number) => {
    const code = codeOf(term);
    const count = counts.get(code) ?? 0;
    if ((count & mask) >>> 0 !== mask) counts.set(code, (count + unit) >>> 0);
  };
  for (const term of title) add(term, 1 << 24, 0xff000000);
  for (const term of heading) add(term, 1 << 16, 0x00ff0000);
  for (const term of body) add(term, 1, 0x0000ffff);
  const codes = Int32Array.from(counts.keys()).sort();
  const packed = new Int32Array(3 + 2 * codes.length);
  packed.set([title.length, heading.length, body.length]);
  packed.set(codes, 3);
  codes.forEach((code, i) => (packed[3 + codes.length + i] = counts.get(code)!));
  return new Uint8Array(packed.buffer);
}

export function unpackPageTerms(data: ArrayBuffer): PageTerms {
  const [titleLength, headingLength, bodyLength] = new Int32Array(data, 0, 3) as unknown as [
    number,
    number,
    number,
  ];
  const size = (data.byteLength / 4 - 3) / 2;
  return {
    titleLength,
    headingLength,
    bodyLength,
    codes: new Int32Array(data, 12, size),
    counts: new Uint32Array(data, 12 + 4 * size, size),
  };
}
