import { inFile, inline, textsOf } from "./client-rule.ts";
import type { ClientRule, Source, ToolResult } from "./client-rule.ts";

const FROM = {
  tool: {
    url: "https://github.com/google-gemini/gemini-cli/blob/5411f11/packages/core/src/tools/mcp-tool.ts",
    date: "2026-08-21",
  },
  executor: {
    url: "https://github.com/google-gemini/gemini-cli/blob/5411f11/packages/core/src/scheduler/tool-executor.ts",
    date: "2026-08-21",
  },
} satisfies Record<string, Source>;

export const geminiCli: ClientRule = {
  id: "gemini-cli",
  name: "Gemini CLI",
  version: "0.56 nightly",
  seenByModel: (result) => {
    const texts = textsOf(result);
    if (result.isError) return { ...inline(texts.join("\n")), text: wholeAsError(result) };
    const shown = texts.map((text) => `<untrusted_context>\n${text}\n</untrusted_context>`);
    const [only = ""] = shown;
    if (shown.length === 1 && only.length > 40_000) {
      const ends = `${only.slice(0, 8000)}\n…\n${only.slice(-32_000)}`;
      return inFile(texts.join("\n"), `Output too large. For full output see: FILE\n${ends}`);
    }
    return { ...inline(texts.join("\n")), text: shown.join("\n") };
  },
  listing: {
    callName: (server, tool) => `mcp_${server}_${tool}`,
    maxCallNameCharacters: 63,
    maxDescriptionCharacters: null,
    maxInstructionsBytes: null,
    maxSchemaBytes: null,
    maxToolTokens: null,
    maxAllToolsTokens: null,
  },
  facts: {
    bothFields: { says: "only the text", from: [FROM.tool] },
    severalItems: { says: "each marked as untrusted, on lines of its own", from: [FROM.tool] },
    tooLong: {
      says: "a single item over 40,000 characters, to a file with its first 8,000 and last 32,000 as a preview",
      from: [FROM.executor],
    },
    errors: { says: "the whole result as JSON, marked as an error", from: [FROM.tool] },
    meta: { says: "not shown, except with an error", from: [FROM.tool] },
    names: { says: "`mcp_server_tool`; the middle is cut over 63 characters", from: [FROM.tool] },
    descriptions: { says: "not cut", from: [FROM.tool] },
  },
};

function wholeAsError(result: ToolResult): string {
  return `MCP tool reported tool error for function call with response: ${JSON.stringify([result])}`;
}
