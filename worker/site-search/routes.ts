import { Hono } from "hono";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { searchSite, searchSiteInput } from "./search-site.ts";

/** Route of the search of the site's own documentation, for anybody; mounted under `/api`. */
export const siteSearchRoutes = new Hono<AppEnv>().get(
  "/site-search",
  validated("query", searchSiteInput),
  async (c) => {
    const ctx = requestContext(c);
    await takeNetworkAttempt(ctx, "site-search/network");
    const siteText = async () => {
      const response = await c.env.ASSETS.fetch(new URL("/llms-full.txt", c.req.url));
      return response.ok ? response.text() : null;
    };
    return c.json(await searchSite({ ...ctx, siteText }, c.req.valid("query")));
  },
);
