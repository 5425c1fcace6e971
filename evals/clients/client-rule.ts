/** A tool result as it comes over MCP, with the fields that a client's rule looks at. */
export type ToolResult = {
  content: readonly ContentItem[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: Record<string, unknown>;
};

export type ContentItem = { type: string; text?: string; annotations?: { audience?: readonly string[] } };

/** The parts of a result that reach the model. */
export type Seen = {
  /** The text that the model reads at once, with the words that the client puts around it. */
  text: string;
  /**
   * The server's own words within the model's reach: those read at once, and those in a file of the client that the model is
   * told of and can open with a tool of its own.
   */
  passedOn: string;
  /** Whether some of the result is in such a file, which costs the model one more call. */
  isInFile: boolean;
};

/** The source of a fact. `date` is the day of the source, or the day it was read where the source bears none. */
export type Source = { url: string; date: string };

/** One known fact about a client. `isAssumed`: sources are missing or contradict each other, and this is the worse reading. */
export type Fact = { says: string; from: readonly Source[]; isAssumed?: true };

/** Limits of a client on the words about a server; null where no limit is known. */
export type ListingLimits = {
  /** The name under which the model calls a tool. */
  callName: (server: string, tool: string) => string;
  maxCallNameCharacters: number;
  maxDescriptionCharacters: number | null;
  maxInstructionsBytes: number | null;
  maxSchemaBytes: number | null;
  /** Limits in o200k tokens on name, description and schema of one tool, and of all tools. */
  maxToolTokens: number | null;
  maxAllToolsTokens: number | null;
};

export type ClientRule = {
  id: string;
  name: string;
  /** Version of the client that the facts are about. */
  version: string;
  seenByModel: (result: ToolResult) => Seen;
  listing: ListingLimits;
  facts: {
    /** The field that the model gets of a result with `content` and `structuredContent`. */
    bothFields: Fact;
    severalItems: Fact;
    tooLong: Fact;
    errors: Fact;
    meta: Fact;
    names: Fact;
    /** Fact on descriptions of tools and instructions of the server. */
    descriptions: Fact;
  };
};

/** The texts of a result's items, in their order; other kinds of items do not matter here. */
export function textsOf({ content }: ToolResult): string[] {
  return content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
}

export function hasStructured({ structuredContent }: ToolResult): boolean {
  return structuredContent !== undefined && structuredContent !== null;
}

/** A text that reaches the model as it was sent, with the words that the client puts before it. */
export function inline(passedOn: string, before = ""): Seen {
  return { text: before + passedOn, passedOn, isInFile: false };
}

/** A text that the client writes to a file: the model reads `shown` at once, which says where the rest of `whole` is. */
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
