import { Hono } from "hono";
import { cors } from "hono/cors";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { validated } from "#worker/http/validate.ts";
import { listCatalog, listCatalogInput } from "./list-catalog.ts";
import { suggestDocumentation, suggestDocumentationInput } from "./suggest-documentation.ts";

/** Routes of the public catalog, for anybody and for pages of other sites too, and of suggestions; mounted under `/api`. */
export const catalogRoutes = new Hono<AuthenticatedEnv>()
  .get("/catalog", cors(), validated("query", listCatalogInput), async (c) => {
    const answer = await listCatalog(requestContext(c), c.req.valid("query"));
    c.set("cacheControl", "public, max-age=300");
    return c.json(answer);
  })
  .post("/catalog/suggestions", validated("json", suggestDocumentationInput), async (c) =>
    c.json(await suggestDocumentation(c.var.ctx, c.req.valid("json"))),
  );
