import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { listGaps, listGapsInput } from "./list-gaps.ts";

/** Questions that a source didn't surely answer, for the console; mounted under `/api`. */
export const documentationGapRoutes = new Hono<AuthenticatedEnv>().get(
  "/documentation-gaps",
  validated("query", listGapsInput),
  async (c) => c.json({ gaps: await listGaps(c.var.ctx, c.req.valid("query")) }),
);
