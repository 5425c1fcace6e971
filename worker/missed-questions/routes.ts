import { Hono } from "hono";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { reportMiss, reportMissInput } from "./report-miss.ts";

/** Route for a question that was answered badly, from anybody; mounted under `/api`. */
export const missedQuestionRoutes = new Hono<AppEnv>().post(
  "/missed-questions",
  validated("json", reportMissInput),
  async (c) => {
    await reportMiss(requestContext(c), c.req.valid("json"));
    return c.json({ status: "noted" as const });
  },
);
