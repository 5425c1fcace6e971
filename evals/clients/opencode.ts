import { bytesOf, hasStructured, inFile, inline, textsOf } from "./client-rule.ts";
import type { ClientRule, Seen, Source } from "./client-rule.ts";

const FROM = {
  prefers: { url: "https://github.com/anomalyco/opencode/pull/34505", date: "2026-06-29" },
  instructions: { url: "https://github.com/anomalyco/opencode/pull/32490", date: "2026-06-16" },
  cut: {
    url: "https://github.com/anomalyco/opencode/blob/974bbbb/packages/opencode/src/tool/truncate.ts",
    date: "2026-11-22",
  },
} satisfies Record<string, Source>;

export const opencode: ClientRule = {
  id: "opencode",
  name: "opencode",
  version: "since 2026-06-29",
  seenByModel: (result) => {
    const texts = textsOf(result);
    if (result.isError) {
      const said = texts.filter((text) => text.trim() !== "").join("\n\n");
      return said === "" ? { ...inline(""), text: "MCP tool returned an error" } : inline(said);
    }
    const isText = result.content.length > 0 || !hasStructured(result);
    return headOrWhole(isText ? texts.join("\n\n") : JSON.stringify(result.structuredContent));
  },
  listing: {
    callName: (server, tool) => `${server}_${tool}`.replaceAll(/[^A-Za-z0-9_-]/g, "_"),
    maxCallNameCharacters: 64,
    maxDescriptionCharacters: null,
    maxInstructionsBytes: null,
    maxSchemaBytes: null,
    maxToolTokens: null,
    maxAllToolsTokens: null,
  },
  facts: {
    bothFields: {
      says: "only the text; JSON only when there is no content at all",
      from: [FROM.prefers],
    },
    severalItems: { says: "joined by an empty line", from: [FROM.prefers] },
    tooLong: {
      says: "over 2,000 lines or 50 KiB, to a file with its first lines as a preview",
      from: [FROM.cut],
    },
    errors: { says: "the text, as a failed call", from: [FROM.prefers] },
    meta: { says: "not shown", from: [FROM.prefers] },
    names: {
      says: "`server_tool`; no limit found, so 64 characters, the shortest of the model APIs",
      from: [],
      isAssumed: true,
    },
    descriptions: { says: "no limit found", from: [FROM.instructions] },
  },
};

/** A text cut to as many whole lines from the head as the limits let through. */
function headOrWhole(text: string): Seen {
  const lines = text.split("\n");
  if (lines.length <= 2000 && bytesOf(text) <= 50 * 1024) return inline(text);
  let room = 50 * 1024;
  const head = lines.slice(0, 2000);
  const end = head.findIndex((line) => (room -= bytesOf(line) + 1) < 0);
  const kept = end === -1 ? head : head.slice(0, end);
  return inFile(text, `${kept.join("\n")}\n\n...truncated...\n\nFull output saved to: FILE`);
}
