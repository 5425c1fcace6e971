/** The worker with the platform's limits on: tests and `npm start -- --strict` run it in place of `worker/index.ts`. */
import worker, * as objects from "#worker/index.ts";
import { asInvocation, overConnection } from "./invocation.ts";
import { limitedEnv } from "./limited-env.ts";
import { limitedObject } from "./limited-object.ts";

const platformFetch = globalThis.fetch;
globalThis.fetch = (...args: Parameters<typeof fetch>) => overConnection(() => platformFetch(...args));

export const Catalog = limitedObject(objects.Catalog);
export const Conversations = limitedObject(objects.Conversations);
export const CrawlHost = limitedObject(objects.CrawlHost);
export const CrawlRun = limitedObject(objects.CrawlRun);
export const CreditCounter = limitedObject(objects.CreditCounter);
export const DocsIndex = limitedObject(objects.DocsIndex);
export const LiveHub = limitedObject(objects.LiveHub);
export const McpSession = limitedObject(objects.McpSession);
export const RateLimiter = limitedObject(objects.RateLimiter);
export const SiteGrade = limitedObject(objects.SiteGrade);

export default {
  fetch: (request, env, ctx) => asInvocation(() => worker.fetch(request, limitedEnv(env), ctx)),
  queue: (batch, env) => asInvocation(() => worker.queue(batch, limitedEnv(env))),
  scheduled: (controller, env, ctx) => asInvocation(() => worker.scheduled(controller, limitedEnv(env), ctx)),
} satisfies typeof worker;
