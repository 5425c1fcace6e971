import * as z from "zod";
import { PAGE_OUTCOMES } from "#schema/values.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import type { Ctx, Owner } from "#worker/context.ts";
import type { CrawlStatus } from "#worker/runs/crawl-steps.ts";
import { verdictOf } from "#worker/runs/verdict.ts";
import type { Verdict } from "#worker/runs/verdict.ts";
import type { ListedPage } from "#worker/runs/frontier.ts";
import { AppError } from "#worker/errors.ts";
import { readerOf } from "#worker/platform/readable-by.ts";
import { jobRunSummary } from "./job-run-summary.ts";
import type { JobRunSummary } from "./job-run-summary.ts";
import { findJobRun, findReadableRun } from "./run-repo.ts";
import type { JobRunRow } from "./run-repo.ts";

type RunCtx = Pick<Ctx<Owner | null>, "actor" | "scope" | "db" | "services">;

const PAGES_PART = 500;

export const listRunPagesInput = z.object({
  runId: z.string().min(1).max(100),
  outcome: z.enum(PAGE_OUTCOMES).optional(),
  /** Place in the list to go on from: `cursor` of the part before. */
  cursor: z
    .string()
    .max(15)
    .regex(/^\d{1,15}$/)
    .optional(),
});
export type ListRunPages = z.infer<typeof listRunPagesInput>;

/** A job run of the scope with its live counters and their meaning; both null when the crawl never began. */
export async function getJobRun(
  ctx: RunCtx,
  input: { runId: string },
): Promise<JobRunSummary & { crawl: CrawlStatus | null; verdict: Verdict | null }> {
  const row = await getRunInScope(ctx, input.runId);
  const crawl = await ctx.services.crawlRun(row.id).status();
  return { ...jobRunSummary(row), crawl, verdict: crawl && verdictOf(crawl) };
}

/** Every URL of a run with its outcome and the reason, in the order of discovery, in parts of 500. */
export async function listRunPages(
  ctx: RunCtx,
  input: ListRunPages,
): Promise<{ pages: ListedPage[]; cursor: string | null }> {
  const row = await getRunInScope(ctx, input.runId);
  const { pages, next } = await ctx.services.crawlRun(row.id).outcomes({
    outcome: input.outcome,
    after: Number(input.cursor ?? 0),
    limit: PAGES_PART,
  });
  return { pages, cursor: next === null ? null : String(next) };
}

/**
 * A run of the scope's owner, or of a public source, which everybody may follow. A stranger's run is not found, nor is one of a source that
 * the caller may not read.
 */
export async function getRunInScope(
  ctx: Pick<Ctx<Owner | null>, "actor" | "scope" | "db">,
  runId: string,
): Promise<JobRunRow> {
  const { owner } = ctx.scope;
  const own = owner === null ? null : await findReadableRun(ctx.db, owner, runId, readerOf(ctx.actor));
  const row = own ?? (await findJobRun(ctx.db, PUBLIC_OWNER, runId));
  if (!row) throw new AppError("not-found", "This job run doesn't exist.");
  return row;
}
