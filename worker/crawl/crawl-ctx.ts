import type { Ctx } from "#worker/context.ts";
import { connectDb } from "#worker/platform/db.ts";
import { createLog } from "#worker/platform/log.ts";
import { createServices } from "#worker/services.ts";

/** Context of the work on crawls: there is no caller, so no actor and no scope. */
export type CrawlCtx = Pick<Ctx, "db" | "services" | "log" | "now">;

export function crawlCtx(env: Env): CrawlCtx {
  return { db: connectDb(env.DB), services: createServices(env), log: createLog(), now: () => new Date() };
}
