import { inline, textsOf } from "./client-rule.ts";
import type { ClientRule, Source } from "./client-rule.ts";

const FROM = {
  docs: { url: "https://claude.com/docs/connectors/building", date: "2026-11-22" },
  textOnly: { url: "https://github.com/blockscout/mcp-server/issues/324", date: "2026-02-09" },
  both: { url: "https://github.com/anthropics/claude-code/issues/54737", date: "2026-04-29" },
  noJson: { url: "https://github.com/anthropics/claude-ai-mcp/issues/563", date: "2026-07-06" },
  schema: { url: "https://github.com/anthropics/claude-code/issues/77296", date: "2026-07" },
  names: { url: "https://github.com/anthropics/claude-code/issues/16425", date: "2026-11-22" },
} satisfies Record<string, Source>;

const MAX_CHARACTERS = 150_000;

export const claudeDesktop: ClientRule = {
  id: "claude-desktop",
  name: "Claude Desktop",
  version: "of February to July 2026",
  seenByModel: (result) => {
    const text = textsOf(result).join("");
    return text.length <= MAX_CHARACTERS
      ? inline(text)
      : { ...inline(""), text: "Tool result is too large." };
  },
  listing: {
    callName: (server, tool) => `${server}_${tool}`,
    maxCallNameCharacters: 64,
    maxDescriptionCharacters: null,
    maxInstructionsBytes: null,
    maxSchemaBytes: 16_384,
    maxToolTokens: null,
    maxAllToolsTokens: null,
  },
  facts: {
    bothFields: {
      says: "the text; reports about the JSON contradict each other, so not the JSON",
      from: [FROM.textOnly, FROM.both, FROM.noJson],
      isAssumed: true,
    },
    severalItems: { says: "nothing found, so nothing in between", from: [], isAssumed: true },
    tooLong: {
      says: "over 150,000 characters; what is kept is not known, so nothing",
      from: [FROM.docs],
      isAssumed: true,
    },
    errors: { says: "nothing found, so the text without a mark", from: [], isAssumed: true },
    meta: { says: "nothing found, so not shown", from: [], isAssumed: true },
    names: {
      says: "64 characters with the server's name, the older of two limits",
      from: [FROM.names],
      isAssumed: true,
    },
    descriptions: { says: "a tool with a schema over 16,384 bytes is left out", from: [FROM.schema] },
  },
};
