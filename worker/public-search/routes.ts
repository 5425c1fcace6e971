import { Hono } from "hono";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { listExamples, searchPublic, searchPublicInput } from "./search-public.ts";

/** Routes of the search of public documentation for people without an account; mounted under `/api`. */
export const publicSearchRoutes = new Hono<AppEnv>()
  .post("/public-search", validated("json", searchPublicInput), async (c) =>
    c.json(await searchPublic(requestContext(c), c.req.valid("json"))),
  )
  .get("/public-search/examples", async (c) => {
    const examples = await listExamples(requestContext(c));
    c.set("cacheControl", "public, max-age=300");
    return c.json({ examples });
  });
