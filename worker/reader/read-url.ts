import * as z from "zod";
import type { Ctx } from "#worker/context.ts";
import type { Receipt } from "#worker/search/search-docs.ts";

export const readInput = z.object({
  url: z.string().trim().min(1).max(4000),
  section: z.string().max(300).optional(),
  budget: z.number().int().min(200).max(10_000).optional(),
  session: z.string().max(100).optional(),
});
export type ReadInput = z.infer<typeof readInput>;

export type ReadAnswer = {
  text: string;
  page: {
    title: string;
    url: string;
    source: string | null;
    fetchedAt: string;
    contentHash: string;
    /** o200k tokens of the whole page. */
    tokens: number;
    isWhole: boolean;
  };
  session: string | null;
  receipt: Receipt;
};

/** A page as markdown, whole or in the parts that matter, within the budget. */
export function readUrl(_ctx: Ctx, _input: ReadInput): Promise<ReadAnswer> {
  throw new Error("not there yet");
}
