import * as z from "zod";
import { CALL_PRICES } from "#schema/plans.ts";
import { searchChanges } from "#worker/changes/search-changes.ts";
import type { ShownChange } from "#worker/changes/describe-changes.ts";
import { sinceInput } from "#worker/changes/since.ts";
import type { NamedSources } from "#worker/catalog/list-most-used.ts";
import { oneLine } from "#worker/content/one-line.ts";
import { countTokens } from "#worker/content/tokens.ts";
import type { Ctx } from "#worker/context.ts";
import { noteGaps } from "#worker/documentation-gaps/note-gaps.ts";
import { noteUse } from "#worker/sources/note-use.ts";
import { searchDocs, searchInput } from "#worker/search/search-docs.ts";
import type { FoundPassages } from "#worker/search/search-docs.ts";
import { RECEIPT_SCHEMA } from "./agent-tool.ts";
import type { AgentTool, Answer, ToolOutcome, ToolSession } from "./agent-tool.ts";
import { readAhead } from "./read-ahead.ts";

const input = searchInput.extend({
  since: sinceInput,
  session: z
    .string()
    .max(100)
    .optional()
    .describe("`session` of your last answer: what it sent is not sent again"),
  repeat: z
    .boolean()
    .optional()
    .describe("true: send again what this session has sent, such as after your context was compacted"),
});
export type SearchArguments = z.infer<typeof input>;
/** Passages, or with `since` the changes, whose present texts are the passages. */
export type FoundAnswer = FoundPassages & { changes?: ShownChange[] };
export type SearchAnswer = Answer<FoundAnswer>;

/** Place of a text, in JSON Schema. */
const SECTION = {
  title: { type: "string" },
  url: { type: "string" },
  headingPath: { type: "array", items: { type: "string" } },
};

export const searchDocumentation: AgentTool<SearchArguments, FoundAnswer> = {
  name: "docenda_search_documentation",
  title: "Search documentation",
  describe: (sources) =>
    "Searches the current documentation of libraries, frameworks, APIs and tools, and the caller's private documents. " +
    "Returns the passages that answer, best first, each with its URL. Use it before relying on memory. Ask one specific " +
    "question per call: name the library, keep identifiers, error messages and versions as written, and add `keywords`. An " +
    `answer that is not sure, and the same call within 60 seconds, cost nothing.${sources ? listed(sources) : ""}`,
  input,
  aliases: {
    query: ["q", "question", "search", "text", "input"],
    session: ["sessionId", "session_id"],
    sources: ["source", "libraries", "library"],
    keywords: ["keyword", "terms"],
    budget: ["tokens", "maxTokens", "max_tokens"],
  },
  example: { query: "python asyncio gather exceptions" },
  outputSchema: {
    type: "object",
    properties: {
      confidence: { type: "string", enum: ["sure", "nearest", "absent"] },
      passages: {
        type: "array",
        items: {
          type: "object",
          properties: {
            ...SECTION,
            source: { type: "string" },
            version: { type: ["string", "null"] },
            fetchedAt: { type: "string" },
            contentHash: { type: "string" },
            tokens: { type: "integer" },
            text: { type: "string" },
          },
        },
      },
      changes: {
        type: "array",
        items: {
          type: "object",
          properties: {
            ...SECTION,
            kind: { type: "string", enum: ["added", "changed", "removed"] },
            source: { type: "string" },
            since: { type: ["string", "null"] },
            contentHash: { type: ["string", "null"] },
            before: { type: ["string", "null"] },
            after: { type: ["string", "null"] },
          },
        },
      },
      leftOut: {
        type: "array",
        items: { type: "object", properties: { ...SECTION, tokens: { type: "integer" } } },
      },
      alreadySent: { type: "array", items: { type: "object", properties: SECTION } },
      passagesAlreadySent: { type: "integer" },
      sources: { type: "array", items: { type: "string" } },
      versionAsked: { type: ["string", "null"] },
      session: { type: ["string", "null"] },
      receipt: RECEIPT_SCHEMA,
    },
  },
  operation: "search",
  price: CALL_PRICES.search,
  isLookUp: true,
  summarize: ({ query }) => query,
  async run(ctx, question, session) {
    const { since } = question;
    if (since !== undefined) return runChanges(ctx, { ...question, since }, session);
    const { tokens, sent, sentHashes, meant, ...found } = await searchDocs(ctx, question, {
      ...session,
      // A list shows no passages, so no passage is left out.
      memory: session.isList ? undefined : session.memory,
    });
    noteUse(
      ctx,
      sent.map(({ source }) => source.address.sourceId),
    );
    if (found.confidence !== "sure") {
      const [nearest = null] = found.passages;
      const { confidence } = found;
      noteGaps(ctx, { question: question.query, confidence, sources: meant, nearest });
    }
    return {
      found,
      isBillable: found.confidence === "sure" && found.passages.length > 0,
      tokens,
      source: found.passages[0]?.source ?? null,
      given: async () => ({ query: question.query, chunkHashes: session.isList ? [] : sentHashes }),
      pagesToKeep: () => readAhead(ctx, sent),
    };
  },
  // Kimi Code shows its model all of these facts (docs/mcp-clients.md). So they are few, and without words of a page: such words are in
  // the text, between marks.
  facts: ({ text: _text, ...answer }) => ({
    ...answer,
    passages: answer.passages.map(({ url, tokens }) => ({ url, tokens })),
    leftOut: answer.leftOut.map(({ url, tokens }) => ({ url, tokens })),
    alreadySent: answer.alreadySent.map(({ url }) => ({ url })),
    ...(answer.changes && {
      changes: answer.changes.map(
        ({ title: _title, headingPath: _path, before: _before, after: _after, ...facts }) => facts,
      ),
    }),
  }),
  evidence: ({ confidence, passages }) => ({
    confidence,
    passages: passages.map(({ url, source, version, fetchedAt, contentHash, text }) => ({
      url,
      source,
      version,
      fetchedAt,
      contentHash,
      text,
    })),
  }),
  typed: ({ text: _text, ...answer }) => answer,
};

/** Answers with what changed. Nothing changed costs nothing, and is no gap of the documentation. */
async function runChanges(
  ctx: Ctx,
  question: SearchArguments & { since: string },
  session: ToolSession,
): Promise<ToolOutcome<FoundAnswer>> {
  const { text, changes, sources, tokens } = await searchChanges(ctx, question, session);
  const passages = changes.flatMap(({ title, url, headingPath, source, since, contentHash, after }) =>
    after === null || since === null || contentHash === null
      ? []
      : [
          {
            title,
            url,
            headingPath,
            source,
            version: question.version ?? null,
            fetchedAt: since,
            contentHash,
            tokens: countTokens(after),
            text: after,
          },
        ],
  );
  return {
    found: {
      text,
      passages,
      changes,
      confidence: changes.length > 0 ? "sure" : "absent",
      leftOut: [],
      alreadySent: [],
      passagesAlreadySent: 0,
      sources,
      versionAsked: question.version ?? null,
    },
    isBillable: changes.length > 0,
    tokens: { sent: tokens, withheld: 0, ofFullPages: tokens },
    source: changes[0]?.source ?? null,
    given: async () => ({ query: question.query, chunkHashes: [] }),
    pagesToKeep: async () => [],
  };
}

/** Length of a source's name, which its owner or its site chooses. */
const MAX_NAME_CHARACTERS = 40;

/** Names the sources that the caller may search, so that a model knows what to ask for. */
function listed({ names, total }: NamedSources): string {
  if (total === 0) return "";
  const more = total > names.length ? ` and ${(total - names.length).toLocaleString("en-US")} more` : "";
  return ` Sources: ${names.map((name) => oneLine(name, MAX_NAME_CHARACTERS)).join(", ")}${more}.`;
}
