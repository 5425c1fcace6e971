import type { InferRequestType, InferResponseType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

/** Arguments of the search tool. */
export type SearchInput = InferRequestType<typeof api.api.search.$post>["json"];
export type SearchAnswer = InferResponseType<typeof api.api.search.$post>;
export type Passage = SearchAnswer["passages"][number];
export type ReadAnswer = InferResponseType<typeof api.api.read.$post>;
export type Exchange = SearchAnswer["mcp"];

/** The search that agents call, for one credit when it finds something. */
export function search(input: SearchInput): Promise<SearchAnswer> {
  return answerOf(api.api.search.$post({ json: input }));
}

/** The reading that agents call. The session knows the question, and so which parts of a long page matter. */
export function readPage(input: { url: string; session?: string }): Promise<ReadAnswer> {
  return answerOf(api.api.read.$post({ json: input }));
}
