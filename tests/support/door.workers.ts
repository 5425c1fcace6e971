import { createExecutionContext, env } from "cloudflare:test";
import { Hono } from "hono";
import type { Ctx } from "#worker/context.ts";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { errorResponse } from "#worker/http/error-response.ts";

/** Asks the routes of one feature as somebody who was let in already, without what the app puts before every route. */
export function doorOf(ctx: Ctx, path: string, routes: Hono<AuthenticatedEnv>) {
  const app = new Hono<AuthenticatedEnv>();
  app.onError((error, c) => errorResponse(error, c as unknown as Parameters<typeof errorResponse>[1]));
  app.use(async (c, next) => {
    c.set("requestId", "req_test");
    c.set("log", ctx.log);
    c.set("ctx", ctx);
    await next();
  });
  app.route(path, routes);
  return (url: string, init?: RequestInit): Promise<Response> =>
    Promise.resolve(
      app.fetch(new Request(`https://docenda.test${url}`, init), env, createExecutionContext()),
    );
}
