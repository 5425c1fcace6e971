import { Hono } from "hono";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { cspReportsInput, noteCspReports } from "./note-csp-reports.ts";
import { errorReportInput, noteErrorReport } from "./note-error-report.ts";

/** Routes for reports, mounted under `/api`: errors of the web app in browsers, and refusals of its security policy, from anybody. */
export const errorReportRoutes = new Hono<AppEnv>()
  .post("/error-reports", validated("json", errorReportInput), async (c) => {
    await noteErrorReport(requestContext(c), c.req.valid("json"));
    return c.json({ status: "noted" as const });
  })
  .post("/csp-reports", validated("json", cspReportsInput), async (c) => {
    await noteCspReports(requestContext(c), c.req.valid("json"));
    return c.json({ status: "noted" as const });
  });
