import * as z from "zod";
import { GRADE_LIMITS } from "#schema/api/site-grades.ts";
import type { SiteGradeAnswer } from "#schema/api/site-grades.ts";
import type { Ctx } from "#worker/context.ts";
import { canonicalUrl } from "#worker/content/crawl-url.ts";
import { AppError } from "#worker/errors.ts";
import { checkUrl, FetchRefused } from "#worker/platform/guarded-fetch.ts";
import { takeAttempt, takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";

export const siteInput = z.object({ site: z.string().trim().min(1).max(GRADE_LIMITS.urlCharacters) });
export type SiteInput = z.infer<typeof siteInput>;

type GradeCtx = Pick<Ctx, "services" | "caller">;

const TOO_MANY =
  "You've graded many sites this hour. Try again later; finished grades stay at their address.";
const BUSY = "We're grading many sites at the moment. Try again in an hour.";

/**
 * Begins to grade a site for anybody, or returns its grade: a grade that is being made, or is new, is neither made again nor counted.
 * resource-exhausted after too many from one network; invalid-argument for an address that is never read.
 */
export async function requestGrade(ctx: GradeCtx, input: SiteInput): Promise<SiteGradeAnswer> {
  const site = readSite(ctx, input.site);
  const object = ctx.services.siteGrade(site);
  if (!(await object.isFresh())) {
    await takeNetworkAttempt(ctx, "site-grade/network", TOO_MANY);
    await takeAttempt(ctx, "site-grade/all", "all", BUSY);
  }
  return await object.begin(site);
}

/** The grade of a site as far as it is made; not-found when nobody has asked for it, or the grade was forgotten. */
export async function getGrade(ctx: GradeCtx, input: SiteInput): Promise<SiteGradeAnswer> {
  const answer = await ctx.services.siteGrade(readSite(ctx, input.site)).look();
  if (!answer) throw new AppError("not-found", "This site has no grade yet. Enter its address to grade it.");
  return answer;
}

/** The site of a typed address: without a scheme it means https. A query and a fragment name no site, and may hold a secret. */
function readSite({ services }: Pick<Ctx, "services">, typed: string): string {
  const href = /^[a-z][a-z0-9+.-]*:(?!\d+(?:\/|$))/i.test(typed) ? typed : `https://${typed}`;
  try {
    const { loopbackHosts } = services.config;
    const url = checkUrl(href, { loopbackHosts });
    url.search = "";
    const site = canonicalUrl(url.href);
    if (site) return site;
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new AppError("invalid-argument", `This address can't be graded: ${error.message}.`, {
      data: { kind: error.kind },
    });
  }
  throw new AppError("invalid-argument", "This address can't be graded: it is too long.");
}
