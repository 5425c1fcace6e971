import { tokensOf } from "../ask.ts";
import { hasStructured, inFile, inline, textsOf } from "./client-rule.ts";
import type { ClientRule, Source } from "./client-rule.ts";

const FROM = {
  outflank: { url: "https://outflank.nl/blog/2026/09/30/mcp-design", date: "2026-09-30" },
  changelog: {
    url: "https://github.com/anthropics/claude-code/blob/5cfc0a1/CHANGELOG.md",
    date: "2026-08-22",
  },
  docs: { url: "https://code.claude.com/docs/en/mcp", date: "2026-10-06" },
  measured: { url: "https://github.com/anthropics/claude-code/issues/79944", date: "2026-09-22" },
  errors: { url: "https://github.com/anthropics/claude-code/issues/86032", date: "2026-11-22" },
  firstItem: { url: "https://github.com/anthropics/claude-code/issues/89630", date: "2026-11-22" },
  instructions: { url: "https://dev.to/rulestack", date: "2026-11-22" },
} satisfies Record<string, Source>;

export const claudeCode: ClientRule = {
  id: "claude-code",
  name: "Claude Code",
  version: "2.1.280 to 2.1.285",
  seenByModel: (result) => {
    const texts = textsOf(result);
    if (result.isError) return inline(cutError(texts.join("\n")));
    const chosen = hasStructured(result) ? JSON.stringify(result.structuredContent) : (texts[0] ?? "");
    if (chosen.length <= 50_000) return inline(chosen);
    const where = `Full output saved to: FILE`;
    return tokensOf(chosen) > 25_000
      ? inFile(chosen, `Error: result exceeds maximum allowed tokens. ${where}`)
      : inFile(chosen, `Output too large. ${where}\nPreview (first 2KB):\n${chosen.slice(0, 2000)}`);
  },
  listing: {
    callName: (server, tool) => `mcp__${server}__${tool}`,
    maxCallNameCharacters: 128,
    maxDescriptionCharacters: 2048,
    maxInstructionsBytes: 2048,
    maxSchemaBytes: null,
    maxToolTokens: null,
    maxAllToolsTokens: null,
  },
  facts: {
    bothFields: {
      says: "`structuredContent` only, as JSON; the text is dropped",
      from: [FROM.measured, FROM.outflank],
    },
    severalItems: {
      says: "only the first over HTTP, by an open bug; separate blocks otherwise",
      from: [FROM.firstItem, FROM.outflank],
    },
    tooLong: {
      says: "over 50,000 characters, to a file with a preview of 2,000 characters; over 25,000 tokens, without a preview",
      from: [FROM.changelog, FROM.docs, FROM.outflank],
    },
    errors: {
      says: "the text, marked as an error, and never the JSON; over 11,000 characters its first and last 5,000",
      from: [FROM.errors, FROM.docs],
    },
    meta: { says: "not shown", from: [FROM.outflank] },
    names: {
      says: "`mcp__server__tool`; over 128 characters the tool is left out; named without description until its model searches for it, unless its `_meta` has `anthropic/alwaysLoad`",
      from: [FROM.docs],
    },
    descriptions: {
      says: "cut at 2,048 characters each",
      from: [FROM.docs, FROM.instructions],
    },
  },
};

/** A long error is cut in its middle and keeps both ends. */
function cutError(text: string): string {
  return text.length <= 11_000 ? text : `${text.slice(0, 5000)}\n…\n${text.slice(-5000)}`;
}
