import { inline, textsOf, together } from "./client-rule.ts";
import type { ClientRule, Source } from "./client-rule.ts";

const KIMI: Source = {
  url: "https://github.com/MoonshotAI/kimi-cli/blob/4a550ef/src/kimi_cli/soul/toolset.py",
  date: "2026-07-16",
};
const KIMI_CODE: Source = { url: "https://github.com/MoonshotAI/kimi-code/pull/3234", date: "2026-08-25" };

export const kimiCli: ClientRule = {
  id: "kimi-cli",
  name: "Kimi CLI",
  version: "1.49.0",
  seenByModel: (result) => {
    let room = 100_000;
    const texts = textsOf(result);
    const kept = texts.flatMap((text) => {
      const part = text.slice(0, room);
      room -= part.length;
      return part === "" ? [] : [part];
    });
    const isCut = kept.join("").length < texts.join("").length;
    const seen = together(
      kept.map((text) => inline(text)),
      "\n",
    );
    const before = result.isError
      ? "<system>ERROR: Tool returned an error. The output may be error message or incomplete output</system>\n"
      : "";
    const after = isCut ? "\n\n[Output truncated: exceeded 100000 character limit.]" : "";
    return { ...seen, text: before + seen.text + after };
  },
  listing: {
    callName: (server, tool) => `mcp__${server}__${tool}`,
    maxCallNameCharacters: 64,
    maxDescriptionCharacters: null,
    maxInstructionsBytes: null,
    maxSchemaBytes: null,
    maxToolTokens: null,
    maxAllToolsTokens: null,
  },
  facts: {
    bothFields: {
      says: "only the text; its successor Kimi Code takes the JSON when there is no text",
      from: [KIMI, KIMI_CODE],
    },
    severalItems: { says: "separate parts", from: [KIMI] },
    tooLong: { says: "over 100,000 characters, the rest is lost", from: [KIMI] },
    errors: { says: "a line that says so, then the text", from: [KIMI] },
    meta: {
      says: "not shown; Kimi Code shows all but the protocol's own fields, as JSON behind the text",
      from: [KIMI, KIMI_CODE],
    },
    names: {
      says: "the tool's own name; Kimi Code makes it `mcp__server__tool`, cut at 64 characters, so that",
      from: [KIMI, KIMI_CODE],
      isAssumed: true,
    },
    descriptions: { says: "descriptions are not cut, instructions are not used", from: [KIMI] },
  },
};
