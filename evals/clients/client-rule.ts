/** A tool result as it comes over MCP, as far as a client's rule looks at it. */
export type ToolResult = {
  content: readonly ContentItem[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: Record<string, unknown>;
};

export type ContentItem = { type: string; text?: string; annotations?: { audience?: readonly string[] } };

/** What becomes of a result on its way to the model. */
export type Seen = {
  /** What the model reads at once, with the words that the client puts around it. */
  text: string;
  /**
   * The server's own words that the model can get at: what it reads at once, and what the client wrote to a file that the
   * model is told of and can open with a tool of its own.
   */
  passedOn: string;
  /** Some of it is in such a file, which costs the model one more call. */
  isInFile: boolean;
};

/** Where a fact comes from, and of when: the day of the source, or the day it was read where the source bears none. */
export type Source = { url: string; date: string };

/** One thing that is known of a client. `isAssumed`: sources are missing or contradict each other, and this is the worse reading. */
export type Fact = { says: string; from: readonly Source[]; isAssumed?: true };

/** How long a client lets the words about a server get; null where it cuts nothing that we know of. */
export type ListingLimits = {
  /** The name under which the model calls a tool. */
  callName: (server: string, tool: string) => string;
  maxCallNameCharacters: number;
  maxDescriptionCharacters: number | null;
  maxInstructionsBytes: number | null;
  maxSchemaBytes: number | null;
  /** o200k tokens of name, description and schema of one tool, and of all of them. */
  maxToolTokens: number | null;
  maxAllToolsTokens: number | null;
};

export type ClientRule = {
  id: string;
  name: string;
  /** Which version the facts are about. */
  version: string;
  seenByModel: (result: ToolResult) => Seen;
  listing: ListingLimits;
  facts: {
    /** What the model gets of a result with `content` and `structuredContent`. */
    bothFields: Fact;
    severalItems: Fact;
    tooLong: Fact;
    errors: Fact;
    meta: Fact;
    names: Fact;
    /** Descriptions of tools and instructions of the server. */
    descriptions: Fact;
  };
};

/** The texts of a result's items, in their order; other kinds of items are no matter here. */
export function textsOf({ content }: ToolResult): string[] {
  return content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
}

export function hasStructured({ structuredContent }: ToolResult): boolean {
  return structuredContent !== undefined && structuredContent !== null;
}

/** What reached the model as it was sent, with what the client puts before it. */
export function inline(passedOn: string, before = ""): Seen {
  return { text: before + passedOn, passedOn, isInFile: false };
}

/** What the client wrote to a file: of `whole` the model reads `shown` at once, which says where the rest is. */
export function inFile(whole: string, shown: string): Seen {
  return { text: shown, passedOn: whole, isInFile: true };
}

/** The parts of one result, each with a fate of its own, as the model reads them one after the other. */
export function together(parts: readonly Seen[], separator: string): Seen {
  return {
    text: parts.map(({ text }) => text).join(separator),
    passedOn: parts.map(({ passedOn }) => passedOn).join(separator),
    isInFile: parts.some(({ isInFile }) => isInFile),
  };
}

export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
