import { Hono } from "hono";
import { listDifferencesOfAll } from "#worker/billing/list-differences.ts";
import type { AppEnv } from "#worker/http/app-env.ts";
import { requestContext } from "#worker/http/request-context.ts";
import { publicOrigin } from "#worker/http/request-origin.ts";
import { OPERATOR_CSP, operatorPage } from "./operator-page.ts";
import { requireOperator } from "./require-operator.ts";

/** The page of the deployment's operator, mounted at `/operator`. The route itself looks at the session: strangers get not-found. */
export const operatorRoutes = new Hono<AppEnv>().get("/", async (c) => {
  const ctx = requestContext(c);
  const { cookies } = await requireOperator(ctx, c.req.raw.headers, publicOrigin(ctx, c.req.url));
  for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true });
  c.header("Content-Security-Policy", OPERATOR_CSP);
  return c.html(operatorPage(await listDifferencesOfAll(ctx)));
});
