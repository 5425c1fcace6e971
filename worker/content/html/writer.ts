import type { AnchoredLine } from "./anchored-line.ts";
import type { HeadingTree } from "./heading-tree.ts";
import type { InlineRenderer, Line } from "./inline.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";

/** Depth beyond which lists and quotations are written without further indentation. */
export const MAX_INDENTS = 8;

/** The text under way: finished blocks, and the paragraph that is being written. */
export type Flow = { blocks: string[]; line: Line };

/** The interface through which parts of the renderer write: tables, definitions, lists. */
export type Writer = {
  inline: InlineRenderer;
  tree: HeadingTree;
  isDropped: (element: HtmlElement) => boolean;
  add: (flow: Flow, block: string) => void;
  /** Writes nodes, and ends the line under way. */
  nodes: (nodes: HtmlNode[], flow: Flow) => void;
  /** Blocks of nodes that are indented: a heading among them is no section of the page. */
  indented: (nodes: HtmlNode[]) => string[];
  /** Writes the line that names a member as a heading below the last one. */
  addMember: (line: AnchoredLine, text: string, flow: Flow) => void;
  /** Sets the anchor that leads to the text written next. */
  setAnchor: (anchor: string | null) => void;
  /** Number of open containers that indent. */
  indents: () => number;
  hasHeadings: () => boolean;
  /** Notes that the page has headings from here on. */
  startHeadings: () => void;
};
