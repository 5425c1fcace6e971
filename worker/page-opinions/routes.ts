import { Hono } from "hono";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { noteOpinion, noteOpinionInput } from "./note-opinion.ts";

/** Route for whether a page of the documentation was useful, from anybody; mounted under `/api`. */
export const pageOpinionRoutes = new Hono<AppEnv>().post(
  "/page-opinions",
  validated("json", noteOpinionInput),
  async (c) => {
    await noteOpinion(requestContext(c), c.req.valid("json"));
    return c.json({ status: "noted" as const });
  },
);
