import * as z from "zod";
import type { Ctx } from "#worker/context.ts";

export const DEFAULT_BUDGET_TOKENS = 2000;
export const MAX_BUDGET_TOKENS = 10_000;
export const MIN_BUDGET_TOKENS = 200;
export const MAX_QUERY_CHARACTERS = 4000;

export const searchInput = z.object({
  query: z.string().trim().min(1).max(MAX_QUERY_CHARACTERS),
  scope: z.enum(["all", "public", "private"]).optional(),
  sources: z.array(z.string().min(1)).max(20).optional(),
  version: z.string().optional(),
  budget: z.number().int().min(MIN_BUDGET_TOKENS).max(MAX_BUDGET_TOKENS).optional(),
  session: z.string().max(100).optional(),
});
export type SearchInput = z.infer<typeof searchInput>;

export type Passage = {
  title: string;
  /** With the anchor of the section, where the page has one. */
  url: string;
  headingPath: string[];
  source: string;
  version: string | null;
  /** ISO time of the fetch. */
  fetchedAt: string;
  contentHash: string;
  /** o200k tokens of `text`. */
  tokens: number;
  text: string;
};

export type Receipt = {
  tokensSent: number;
  /** Of passages that this session has already and that were left out. */
  tokensWithheld: number;
  /** Of the whole pages that the passages come from: what reading them would have cost. */
  tokensOfFullPages: number;
  creditsUsed: number;
  creditsLeft: number;
};

export type SearchAnswer = {
  /** The whole answer for the model, within the budget to the token. */
  text: string;
  passages: Passage[];
  /** Good passages that the budget had no room for. */
  leftOut: { title: string; url: string; tokens: number }[];
  passagesAlreadySent: number;
  /** Names of the sources that were asked. */
  sources: string[];
  session: string | null;
  receipt: Receipt;
};

/** Passages that answer a question, from the sources that the scope may see. */
export function searchDocs(_ctx: Ctx, _input: SearchInput): Promise<SearchAnswer> {
  throw new Error("not there yet");
}
