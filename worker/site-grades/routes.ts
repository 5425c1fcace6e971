import { Hono } from "hono";
import { cors } from "hono/cors";
import type { SiteGradeAnswer } from "#schema/api/site-grades.ts";
import { findAppError } from "#worker/errors.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { drawBadge } from "#worker/platform/badge.ts";
import { getGrade, requestGrade, siteInput } from "./request-grade.ts";

const BADGE_NAME = "agent readability";
const BADGE_COLOR = { A: "good", B: "good", C: "fair", D: "fair", F: "bad" } as const;
/** Cache-Control of a badge: READMEs ask for badges often, and a grade lasts for a day. */
const BADGE_KEPT = "public, max-age=3600";

/** Routes of grades for how well agents can read a site: a request, the grade as JSON, its badge for a README. For anybody. */
export const siteGradeRoutes = new Hono<AppEnv>()
  .post("/api/site-grades", validated("json", siteInput), async (c) =>
    c.json(await requestGrade(requestContext(c), c.req.valid("json"))),
  )
  .get("/api/site-grades", cors(), validated("query", siteInput), async (c) =>
    c.json(await getGrade(requestContext(c), c.req.valid("query"))),
  )
  .get("/grade/badge.svg", cors(), validated("query", siteInput), async (c) => {
    const answer = await getGrade(requestContext(c), c.req.valid("query")).catch((error: unknown) => {
      if (findAppError(error)?.code === "not-found") return null;
      throw error;
    });
    c.set("cacheControl", BADGE_KEPT);
    return c.body(badgeOf(answer), 200, { "Content-Type": "image/svg+xml; charset=utf-8" });
  });

function badgeOf(answer: SiteGradeAnswer | null): string {
  if (answer?.status !== "done") return drawBadge(BADGE_NAME, "not graded", "unknown");
  return drawBadge(BADGE_NAME, answer.grade, BADGE_COLOR[answer.grade]);
}
