import type { AnchoredLine } from "./anchored-line.ts";
import type { HeadingTree } from "./heading-tree.ts";
import type { InlineRenderer, Line } from "./inline.ts";
import type { HtmlElement, HtmlNode } from "./parse-html.ts";

/** Lists and quotations nested deeper than this are written without further indentation. */
export const MAX_INDENTS = 8;

/** What is being written: finished blocks, and the paragraph under way. */
export type Flow = { blocks: string[]; line: Line };

/** What the parts of the renderer write with: tables, definitions. */
export type Writer = {
  inline: InlineRenderer;
  tree: HeadingTree;
  isDropped: (element: HtmlElement) => boolean;
  add: (flow: Flow, block: string) => void;
  /** Writes nodes, and ends the line that they end with. */
  nodes: (nodes: HtmlNode[], flow: Flow) => void;
  /** Blocks of nodes that are indented: a heading among them is no section of the page. */
  indented: (nodes: HtmlNode[]) => string[];
  /** Writes the line that names a member as a heading below the last one. */
  addMember: (line: AnchoredLine, text: string, flow: Flow) => void;
  /** What is written next is what this anchor leads to. */
  setAnchor: (anchor: string | null) => void;
  /** How many containers that indent are around. */
  indents: () => number;
  hasHeadings: () => boolean;
  /** From here on the page has headings. */
  startHeadings: () => void;
};
