import * as z from "zod";
import { CALL_PRICES } from "#schema/plans.ts";
import type { NamedSources } from "#worker/catalog/list-most-used.ts";
import { oneLine } from "#worker/content/one-line.ts";
import { noteGaps } from "#worker/documentation-gaps/note-gaps.ts";
import { noteUse } from "#worker/sources/note-use.ts";
import { searchDocs, searchInput } from "#worker/search/search-docs.ts";
import type { FoundPassages } from "#worker/search/search-docs.ts";
import { RECEIPT_SCHEMA } from "./agent-tool.ts";
import type { AgentTool, Answer } from "./agent-tool.ts";
import { readAhead } from "./read-ahead.ts";

const input = searchInput.extend({
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
export type SearchAnswer = Answer<FoundPassages>;

/** Place of a text, in JSON Schema. */
const SECTION = {
  title: { type: "string" },
  url: { type: "string" },
  headingPath: { type: "array", items: { type: "string" } },
};

export const searchDocumentation: AgentTool<SearchArguments, FoundPassages> = {
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
  // Some clients show these facts to their model, so facts have no words of a page: such words are in the text, between marks.
  facts: ({ text: _text, ...answer }) => ({
    ...answer,
    passages: answer.passages.map(({ title: _title, headingPath: _path, text: _passage, ...facts }) => facts),
    leftOut: answer.leftOut.map(({ url, tokens }) => ({ url, tokens })),
    alreadySent: answer.alreadySent.map(({ url }) => ({ url })),
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

/** Length of a source's name, which its owner or its site chooses. */
const MAX_NAME_CHARACTERS = 40;

/** Names the sources that the caller may search, so that a model knows what to ask for. */
function listed({ names, total }: NamedSources): string {
  if (total === 0) return "";
  const more = total > names.length ? ` and ${(total - names.length).toLocaleString("en-US")} more` : "";
  return ` Sources: ${names.map((name) => oneLine(name, MAX_NAME_CHARACTERS)).join(", ")}${more}.`;
}
