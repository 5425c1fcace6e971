/**
 * The code of a term, a 32-bit hash. Codes are kept beside the rows, so that counts and distances are read without analysing the
 * text again. A term of an index of 100,000 different ones shares its hash with a chance of 1 in 40,000; then a count is too high
 * by one, which ranking survives.
 */
export function codeOf(term: string): number {
  let hash = 2166136261;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 16777619);
  return hash | 0;
}

/** The terms of a chunk's fields in order, as codes. */
export type ChunkTerms = { title: Int32Array; heading: Int32Array; body: Int32Array };

/** Packs a chunk's terms: lengths of title and heading, then the codes of title, heading and body. */
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
