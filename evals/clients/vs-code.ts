import { inFile, inline, textsOf, together } from "./client-rule.ts";
import type { ClientRule, Source, ToolResult } from "./client-rule.ts";

const FROM = {
  tool: {
    url: "https://github.com/microsoft/vscode/blob/027907c/src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts",
    date: "2026-11-22",
  },
  size: { url: "https://github.com/microsoft/vscode/pull/329276", date: "2026-08-05" },
  chat: { url: "https://github.com/microsoft/vscode-copilot-chat/tree/31acd00", date: "2026-03-29" },
} satisfies Record<string, Source>;

/** Limit in JavaScript's length of a string, although the setting speaks of bytes. */
const MAX_INLINE_CHARACTERS = 8 * 1024;

export const vsCode: ClientRule = {
  id: "vs-code",
  name: "VS Code (Copilot)",
  version: "of March to August 2026",
  seenByModel: (result) => {
    // An empty object hides the text as well.
    const parts = result.structuredContent
      ? [JSON.stringify(result.structuredContent)]
      : textsForAssistant(result);
    const seen = together(
      parts.map((text) =>
        text.length <= MAX_INLINE_CHARACTERS
          ? inline(text)
          : inFile(text, "Large tool result written to file. Use the read_file tool to access it: FILE"),
      ),
      "",
    );
    return seen.text === "" ? { ...seen, text: "(empty)" } : seen;
  },
  listing: {
    callName: (server, tool) => `mcp_${server}`.slice(0, 17).replaceAll(".", "_") + `_${tool}`,
    maxCallNameCharacters: 64,
    maxDescriptionCharacters: null,
    maxInstructionsBytes: null,
    maxSchemaBytes: null,
    maxToolTokens: null,
    maxAllToolsTokens: null,
  },
  facts: {
    bothFields: { says: "`structuredContent` only, as JSON; the text is dropped", from: [FROM.tool] },
    severalItems: { says: "one after the other, with nothing in between", from: [FROM.tool, FROM.chat] },
    tooLong: {
      says: "each item over 8,192 characters, to a file without a preview",
      from: [FROM.chat, FROM.size],
    },
    errors: { says: "like any other result, without a mark", from: [FROM.tool] },
    meta: { says: "not shown", from: [FROM.tool] },
    names: {
      says: "`mcp_server_tool`, the part before the tool cut at 18 characters and the whole at 64",
      from: [FROM.tool],
    },
    descriptions: { says: "not cut", from: [FROM.tool] },
  },
};

function textsForAssistant(result: ToolResult): string[] {
  const content = result.content.filter(({ annotations }) => {
    const audience = annotations?.audience;
    return audience === undefined || audience.includes("assistant");
  });
  return textsOf({ ...result, content });
}
