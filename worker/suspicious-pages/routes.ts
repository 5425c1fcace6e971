import { Hono } from "hono";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { validated } from "#worker/http/validate.ts";
import { leaveOutPage, leftOutPageInput, takeInPage } from "./leave-out-page.ts";
import { listSuspiciousPages } from "./list-suspicious-pages.ts";

/** Pages of a source whose text speaks to models, and the choice to leave them out; mounted under `/api`. */
export const suspiciousPageRoutes = new Hono<AuthenticatedEnv>()
  .get("/sources/:id/suspicious-pages", async (c) =>
    c.json(await listSuspiciousPages(c.var.ctx, { sourceId: c.req.param("id") })),
  )
  .post("/sources/:id/left-out-pages", validated("json", leftOutPageInput), async (c) =>
    c.json(await leaveOutPage(c.var.ctx, { ...c.req.valid("json"), sourceId: c.req.param("id") })),
  )
  .delete("/sources/:id/left-out-pages", validated("query", leftOutPageInput), async (c) =>
    c.json(await takeInPage(c.var.ctx, { ...c.req.valid("query"), sourceId: c.req.param("id") })),
  );
