import type { Section } from "./sections.ts";

/** A searchable piece of a page: one section, a part of a long one, or several short ones. */
export type Chunk = {
  /** Position in the page, from 0. */
  ordinal: number;
  /** Anchor and heading path of the section that the chunk begins in. */
  anchor: string | null;
  headingPath: string[];
  /** Offsets into the page's markdown; chunks are in order and do not overlap. */
  start: number;
  end: number;
  text: string;
  /** o200k tokens of `text`. */
  tokens: number;
};

export function splitChunks(_markdown: string, _sections: Section[]): Chunk[] {
  throw new Error("not there yet");
}
