import { tokensOf } from "../ask.ts";
import { hasStructured, inline, textsOf } from "./client-rule.ts";
import type { ClientRule, Source } from "./client-rule.ts";

const FROM = {
  docs: { url: "https://developers.openai.com/apps-sdk/reference", date: "2026-11-22" },
  server: { url: "https://developers.openai.com/apps-sdk/build/mcp-server", date: "2026-11-22" },
  captured: { url: "https://github.com/openai/openai-apps-sdk-examples/issues/144", date: "2025-12-09" },
  oneTool: { url: "https://github.com/directus/mcp/issues/14", date: "2025-11-27" },
  allTools: { url: "https://github.com/homeassistant-ai/ha-mcp/issues/614", date: "2026-02-13" },
} satisfies Record<string, Source>;

const MAX_TOKENS = 10_000;

export const chatgpt: ClientRule = {
  id: "chatgpt",
  name: "ChatGPT",
  version: "of December 2025 to November 2026",
  seenByModel: (result) => {
    const chosen = hasStructured(result)
      ? JSON.stringify(result.structuredContent)
      : textsOf(result).join("");
    return tokensOf(chosen) <= MAX_TOKENS ? inline(chosen) : { ...inline(""), text: "(truncated)" };
  },
  listing: {
    callName: (_server, tool) => tool,
    maxCallNameCharacters: 64,
    maxDescriptionCharacters: null,
    maxInstructionsBytes: null,
    maxSchemaBytes: null,
    maxToolTokens: 4999,
    maxAllToolsTokens: 15_999,
  },
  facts: {
    bothFields: {
      says: "the documentation says both, a captured call with a widget had only the JSON, so that",
      from: [FROM.docs, FROM.captured],
      isAssumed: true,
    },
    severalItems: { says: "nothing found, so nothing in between", from: [], isAssumed: true },
    tooLong: {
      says: "a project's README, undated and unconfirmed, says that it cuts at 10,000 tokens; what is kept is not known, so nothing",
      from: [],
      isAssumed: true,
    },
    errors: { says: "nothing found, so the text without a mark", from: [], isAssumed: true },
    meta: { says: "not shown", from: [FROM.docs] },
    names: {
      says: "no limit found, so the 64 characters of the model's API",
      from: [],
      isAssumed: true,
    },
    descriptions: {
      says: "a tool must be under 5,000 tokens and all of them under 16,000; the first 512 characters of instructions matter most",
      from: [FROM.oneTool, FROM.allTools, FROM.server],
    },
  },
};
