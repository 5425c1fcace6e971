import {
  createExecutionContext,
  createMessageBatch,
  env,
  getQueueResult,
  runInDurableObject,
} from "cloudflare:test";
import { vi } from "vitest";
import { putSite } from "#tests/support/stub-site.workers.ts";
import type { Ctx } from "#worker/context.ts";
import worker from "#worker/index.ts";
import type { CrawlMessage } from "#worker/services.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";

/** A site of five pages, each of which leads to all. */
const PAGES = {
  "/robots.txt": { body: "User-agent: *\nCrawl-delay: 0.02" },
  "/": `<h1>Home</h1><p>All of it: <a href="1">1</a> <a href="2">2</a> <a href="3">3</a> <a href="4">4</a></p>`,
  ...Object.fromEntries([1, 2, 3, 4].map((n) => [`/${n}`, `<h1>Page ${n}</h1><p>Text of page ${n}.</p>`])),
};

/** A run whose tickets nobody gets by themselves: the test delivers them, or not. */
export async function startHeld(ctx: Ctx, host: string, send?: () => Promise<void>) {
  await putSite(host, PAGES);
  const runId = ctx.newId("run");
  const run = ctx.services.crawlRun(runId);
  await runInDurableObject(run, (instance) => {
    const object = instance as unknown as { env: Env };
    object.env = { ...object.env, CRAWL_QUEUE: { send: send ?? (() => Promise.resolve()) } } as never;
  });
  const newId = (prefix: string) => (prefix === "run" ? runId : ctx.newId(prefix));
  const started = startIndexJob({ ...ctx, newId }, { url: `https://${host}/` });
  return { runId, run, started, ticket: { runId, generation: 1 } };
}

/** Gives a consumer of a queue its messages, and says what became of each. */
export async function deliver(queue: string, bodies: CrawlMessage[], attempts = 1) {
  const messages = bodies.map((body, id) => ({ id: String(id), timestamp: new Date(), attempts, body }));
  const batch = createMessageBatch(queue, messages);
  const retries = batch.messages.map((message) => vi.spyOn(message, "retry"));
  await worker.queue(batch as MessageBatch<CrawlMessage>, env);
  const pauses = retries.flatMap(({ mock }) => mock.calls.map(([options]) => options?.delaySeconds));
  return { ...(await getQueueResult(batch, createExecutionContext())), pauses };
}
