export type MediaType = "text/html" | "text/markdown" | "text/mdx" | "text/plain";

/** A page as clean markdown, with what a crawler needs to know of it. */
export type SourceDocument = {
  title: string;
  description: string | null;
  /** Clean markdown without navigation; headings carry their anchor as a trailing ` {#id}` where the page has one. */
  markdown: string;
  /** Absolute http(s) URLs without fragment, each once, in page order. Includes links of navigation, which the markdown drops. */
  links: string[];
  canonicalUrl: string | null;
  language: string | null;
  noIndex: boolean;
  noFollow: boolean;
  /** The page has almost no text and loads scripts: it seems to be drawn by a browser. */
  needsBrowser: boolean;
};

export function readDocument(_input: { text: string; mediaType: MediaType; url: string }): SourceDocument {
  throw new Error("not there yet");
}
