import { Hono } from "hono";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { errorReportInput, noteErrorReport } from "./note-error-report.ts";

/** Mounted under `/api`: errors of the web app in browsers, from anybody. */
export const errorReportRoutes = new Hono<AppEnv>().post(
  "/error-reports",
  validated("json", errorReportInput),
  async (c) => {
    await noteErrorReport(requestContext(c), c.req.valid("json"));
    return c.json({ status: "noted" as const });
  },
);
