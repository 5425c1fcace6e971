import * as z from "zod";
import { CALL_PRICES } from "#schema/plans.ts";
import { readChanges } from "#worker/changes/read-changes.ts";
import type { ShownChange } from "#worker/changes/describe-changes.ts";
import { sinceInput } from "#worker/changes/since.ts";
import type { Ctx } from "#worker/context.ts";
import { readInput, readUrl } from "#worker/reader/read-url.ts";
import type { ReadPage, ReadSession } from "#worker/reader/read-url.ts";
import { RECEIPT_SCHEMA } from "./agent-tool.ts";
import type { AgentTool, Answer, ToolOutcome } from "./agent-tool.ts";

const input = readInput.extend({
  since: sinceInput,
  session: z.string().max(100).optional().describe("`session` of your last answer"),
  repeat: z.boolean().optional().describe("true: send again what this session has sent"),
});
export type ReadArguments = z.infer<typeof input>;
/** A page, or with `since` its changes. */
export type ReadAny = ReadPage & { changes?: ShownChange[] };
export type ReadAnswer = Answer<ReadAny>;

export const readDocumentation: AgentTool<ReadArguments, ReadAny> = {
  name: "docenda_read_url",
  title: "Read a page",
  describe: () =>
    "Reads a page as markdown when a passage is not enough. The cheapest read is a URL with its #anchor, as the search gives " +
    "it: that section only. A page over 5,000 tokens comes as its first 5,000, an outline, and the parts closest to this " +
    "session's questions. A page that cannot be read costs nothing.",
  input,
  aliases: {
    url: ["uri", "link", "id", "href", "page"],
    section: ["anchor", "heading"],
    session: ["sessionId", "session_id"],
    budget: ["tokens", "maxTokens", "max_tokens"],
  },
  example: { url: "https://docs.python.org/3/library/asyncio-task.html" },
  outputSchema: {
    type: "object",
    properties: {
      page: {
        type: "object",
        properties: {
          title: { type: "string" },
          url: { type: "string" },
          source: { type: ["string", "null"] },
          fetchedAt: { type: "string" },
          contentHash: { type: "string" },
          tokens: { type: "integer" },
          isWhole: { type: "boolean" },
          text: { type: "string" },
        },
      },
      session: { type: ["string", "null"] },
      receipt: RECEIPT_SCHEMA,
    },
  },
  operation: "read",
  price: CALL_PRICES.read,
  // A page that nobody has indexed is fetched from its site.
  isLookUp: false,
  summarize: ({ url }) => url,
  run: runRead,
  facts: ({ text: _text, page: { title: _title, ...page }, changes: _changes, ...answer }) => ({
    page,
    ...answer,
  }),
  evidence: ({ text, page: { url, source, fetchedAt, contentHash } }) => ({
    confidence: null,
    passages: [{ url, source, version: null, fetchedAt, contentHash, text }],
  }),
  typed: ({ text, ...answer }) => ({ ...answer, page: { ...answer.page, text } }),
};

/** Reads a page for a door; `wireForm` of the session says what the door makes of the answer. */
export async function runRead(
  ctx: Ctx,
  wanted: ReadArguments,
  session: ReadSession,
): Promise<ToolOutcome<ReadAny>> {
  const { since } = wanted;
  if (since !== undefined) return runChanges(ctx, { ...wanted, since }, session);
  const { tokens, shown, keep, ...found } = await readUrl(ctx, wanted, session);
  return {
    found,
    isBillable: true,
    tokens,
    source: found.page.source,
    given: shown,
    pagesToKeep: async () => keep,
  };
}

/** Reads what changed on a page. Nothing changed costs nothing. */
async function runChanges(
  ctx: Ctx,
  wanted: ReadArguments & { since: string },
  session: ReadSession,
): Promise<ToolOutcome<ReadAny>> {
  const { tokensSent, ...found } = await readChanges(ctx, wanted, session);
  return {
    found,
    isBillable: found.changes.length > 0,
    tokens: { sent: tokensSent, withheld: 0, ofFullPages: found.page.tokens },
    source: found.page.source,
    given: async () => null,
    pagesToKeep: async () => [],
  };
}
