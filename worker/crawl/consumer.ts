import type { CrawlMessage } from "#worker/services.ts";
import { endJobRun } from "#worker/sources/settle-job-run.ts";
import type { Messages } from "#worker/platform/message-version.ts";
import { crawlCtx } from "./crawl-ctx.ts";
import { runTicket } from "./run-ticket.ts";
import type { SourceKinds } from "./source-kind.ts";

/** The queue door of crawls. A message is a ticket to work on a run; the run drops a ticket that is of no use any more. */
export async function consumeCrawl(
  batch: Messages<CrawlMessage>,
  env: Env,
  kinds: SourceKinds,
): Promise<void> {
  const ctx = crawlCtx(env);
  for (const message of batch.messages) {
    try {
      await runTicket(ctx, message.body, kinds);
      message.ack();
    } catch (error) {
      const { runId, generation } = message.body;
      ctx.log.error("crawl.ticket-failed", error, { runId, attempts: message.attempts });
      await ctx.services
        .crawlRun(runId)
        .giveBack(generation)
        .catch((cause: unknown) => ctx.log.error("crawl.stage-not-given-back", cause, { runId }));
      message.retry({ delaySeconds: message.attempts * 2 });
    }
  }
}

/** Tickets that failed every time: their runs end with an error. */
export async function consumeCrawlDead(batch: Messages<CrawlMessage>, env: Env): Promise<void> {
  const ctx = crawlCtx(env);
  for (const message of batch.messages) {
    const { runId } = message.body;
    ctx.log.warn("crawl.ticket-dead", { runId });
    await endJobRun(ctx, runId, { status: "FAILED", error: DEAD });
    await ctx.services.crawlRun(runId).settle({ phase: "failed", error: DEAD });
    message.ack();
  }
}

const DEAD =
  "Indexing stopped because of an error on our side. Pages that were indexed are searchable; index again to go on.";
