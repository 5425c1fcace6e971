import { hasStructured, inline, textsOf } from "./client-rule.ts";
import type { ClientRule, Source } from "./client-rule.ts";

const FROM = {
  outflank: { url: "https://outflank.nl/blog/2026/09/30/mcp-design", date: "2026-09-30" },
  prefers: { url: "https://github.com/openai/codex/pull/20260", date: "2026-04-29" },
  context: {
    url: "https://github.com/openai/codex/blob/5948090/codex-rs/core/src/tools/context_tests.rs",
    date: "2026-11-22",
  },
  tools: {
    url: "https://github.com/openai/codex/blob/9b05dc9/codex-rs/codex-mcp/src/tools.rs",
    date: "2026-11-22",
  },
  client: {
    url: "https://github.com/openai/codex/blob/03c70e9/codex-rs/codex-mcp/src/rmcp_client.rs",
    date: "2026-11-22",
  },
} satisfies Record<string, Source>;

export const codex: ClientRule = {
  id: "codex",
  name: "Codex CLI",
  version: "0.157.1",
  seenByModel: (result) => {
    const chosen = hasStructured(result)
      ? JSON.stringify(result.structuredContent)
      : textsOf(result).join("\n");
    return inline(cutMiddle(chosen, 40_000), "Wall time: 0.0000 seconds\nOutput:\n");
  },
  listing: {
    callName: (server, tool) => `mcp__${server}__${tool}`,
    maxCallNameCharacters: 64,
    maxDescriptionCharacters: null,
    maxInstructionsBytes: 4096,
    maxSchemaBytes: 5000,
    maxToolTokens: null,
    maxAllToolsTokens: null,
  },
  facts: {
    bothFields: {
      says: "`structuredContent` only, as JSON; the text is dropped",
      from: [FROM.prefers, FROM.context],
    },
    severalItems: { says: "separate items", from: [FROM.context] },
    tooLong: {
      says: "over 40,000 bytes (48,000 without code mode), the middle is lost",
      from: [FROM.outflank, FROM.context],
    },
    errors: { says: "like any other result, without a mark", from: [FROM.context] },
    meta: {
      says: "not shown; in code mode the model's script can print it",
      from: [FROM.context],
    },
    names: {
      says: "`mcp__server__tool`; over 64 bytes it is cut and ends in a hash",
      from: [FROM.tools],
    },
    descriptions: {
      says: "instructions are cut at 4,096 bytes; a schema over 5,000 bytes loses its descriptions",
      from: [FROM.client, FROM.tools],
    },
  },
};

function cutMiddle(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const half = maxBytes / 2;
  const cut = Math.ceil((bytes.length - maxBytes) / 4);
  return `${bytes.subarray(0, half).toString()}…${cut} tokens truncated…${bytes.subarray(-half).toString()}`;
}
