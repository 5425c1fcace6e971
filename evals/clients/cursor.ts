import { bytesOf, inFile, inline, textsOf, together } from "./client-rule.ts";
import type { ClientRule, Source } from "./client-rule.ts";

const FROM = {
  measured: { url: "https://github.com/oaknational/oak-open-curriculum-ecosystem", date: "2026-06-11" },
  earlier: {
    url: "https://github.com/modelcontextprotocol/modelcontextprotocol/issues/1411",
    date: "2025-09-01",
  },
  sameTool: { url: "https://github.com/anthropics/claude-code/issues/79944", date: "2026-09-22" },
  names: { url: "https://github.com/ComposioHQ/composio/issues/2788", date: "2026-02-27" },
  files: { url: "https://cursor.com/blog/dynamic-context-discovery", date: "2026-01-06" },
} satisfies Record<string, Source>;

/** Limit on a result that comes inline: 17 KB were seen inline and 36.7 KB in a file; nobody looked in between. */
const MAX_INLINE_BYTES = 17_000;

export const cursor: ClientRule = {
  id: "cursor",
  name: "Cursor",
  version: "of June 2026",
  seenByModel: (result) => {
    const blocks = textsOf(result).map((text) =>
      bytesOf(text) <= MAX_INLINE_BYTES
        ? inline(text)
        : inFile(text, "Large output has been written to: FILE"),
    );
    return blocks.length === 0 ? { ...inline(""), text: "(omitted)" } : together(blocks, "\n");
  },
  listing: {
    callName: (server, tool) => `${server}${tool}`,
    maxCallNameCharacters: 59,
    maxDescriptionCharacters: null,
    maxInstructionsBytes: null,
    maxSchemaBytes: null,
    maxToolTokens: null,
    maxAllToolsTokens: null,
  },
  facts: {
    bothFields: {
      says: "only the text; in 2025 it was only the JSON",
      from: [FROM.measured, FROM.sameTool, FROM.earlier],
    },
    severalItems: { says: "separate blocks", from: [FROM.measured] },
    tooLong: {
      says: "each block, to a file without a preview; the limit is between 17 and 36.7 KB, so 17,000 bytes",
      from: [FROM.measured, FROM.files],
      isAssumed: true,
    },
    errors: { says: "the text, whole", from: [FROM.measured] },
    meta: { says: "not shown", from: [FROM.measured] },
    names: {
      says: "from 60 characters of server and tool together, the tool is left out",
      from: [FROM.names],
    },
    descriptions: { says: "written to files that the model can read; no limit found", from: [FROM.files] },
  },
};
