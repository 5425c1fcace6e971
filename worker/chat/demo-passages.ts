import type { ToolRun } from "#schema/api/chat.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import type { Ctx } from "#worker/context.ts";
import { searchDocs } from "#worker/search/search-docs.ts";
import { numbered, searchArguments } from "./find-passages.ts";
import type { Asked } from "./run-turn.ts";

/** The search for a visitor: free, and in public documents only, whatever the question asks for. */
export async function* demoPassages(ctx: Ctx, asked: Asked): AsyncGenerator<ToolRun> {
  const args = searchArguments({ ...asked, searchScope: "public", sources: null });
  const { text, passages, confidence, tokens } = await searchDocs(ctx, args);
  yield {
    tool: searchDocumentation.name as ToolRun["tool"],
    arguments: args,
    confidence,
    passages: passages.map((passage, index) => numbered(passage, index + 1)),
    notice: passages.length === 0 ? text.trim() : null,
    receipt: {
      tokensSent: tokens.sent,
      tokensWithheld: tokens.withheld,
      tokensOfFullPages: tokens.ofFullPages,
      creditsUsed: 0,
      creditsLeft: 0,
    },
  };
}
