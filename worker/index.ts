import { deletionCtx } from "./account-deletion/deletion-ctx.ts";
import { purgeTeams } from "./account-deletion/purge-teams.ts";
import { resumeDeletions } from "./account-deletion/finish-deletion.ts";
import { createApp } from "./app.ts";
import { mailSavings } from "./billing/mail-savings.ts";
import { reconcileDue } from "./billing/reconcile.ts";
import { consumeCrawl, consumeCrawlDead } from "./crawl/consumer.ts";
import { sweepSignIns } from "./auth/sweep-sign-ins.ts";
import { forgetQuestions } from "./credits/forget-questions.ts";
import { crawlCtx } from "./crawl/crawl-ctx.ts";
import { sweepRuns } from "./crawl/sweep-runs.ts";
import { recheckRepositories } from "./github/recheck-repositories.ts";
import { sweepAccess } from "./github/check-access.ts";
import { consumeMail, consumeMailDead } from "./mail/consumer.ts";
import type { MailMessage } from "./mail/mail-message.ts";
import { consumePdf, consumePdfDead } from "./pdf/consumer.ts";
import type { PdfMessage } from "./pdf/pdf-message.ts";
import { sweepPdfSets } from "./pdf/sweep-pdf-sets.ts";
import { beginCatalogRuns } from "./refresh/begin-catalog-runs.ts";
import { countEvent } from "./platform/count-event.ts";
import { readableMessages } from "./platform/message-version.ts";
import type { Messages } from "./platform/message-version.ts";
import { refreshDueSources } from "./refresh/refresh-due-sources.ts";
import type { CrawlMessage } from "./services.ts";
import { KINDS } from "./source-kinds/kinds.ts";
import { checkComponents } from "./status/check-components.ts";
import { remindInvited } from "./teams/remind-invited.ts";
import { continueMoves } from "./teams/move-index.ts";

export { Catalog } from "./catalog/catalog.ts";
export { Conversations } from "./chat/conversations.ts";
export { CrawlHost } from "./crawl/crawl-host.ts";
export { CrawlRun } from "./crawl/crawl-run.ts";
export { CreditCounter } from "./credits/credit-counter.ts";
export { DocsIndex } from "./docs-index/docs-index.ts";
export { LiveHub } from "./live/live-hub.ts";
export { McpSession } from "./calls/mcp-session.ts";
export { RateLimiter } from "./rate-limits/rate-limiter.ts";
export { SiteGrade } from "./site-grades/site-grade.ts";

const app = createApp();

export default {
  fetch: (request, env, ctx) => app.fetch(request, env, ctx),
  queue: (batch, env) => {
    const readable = readableMessages(batch);
    const oldest = Math.min(...batch.messages.map(({ timestamp }) => timestamp.getTime()));
    countEvent(env.EVENTS, {
      kind: "messages",
      queue: batch.queue,
      messages: batch.messages.length,
      lagMs: Math.max(0, Date.now() - oldest),
    });
    switch (batch.queue) {
      case "docenda-crawl":
        return consumeCrawl(readable as Messages<CrawlMessage>, env, KINDS);
      case "docenda-crawl-dead":
        return consumeCrawlDead(readable as Messages<CrawlMessage>, env);
      case "docenda-mail":
        return consumeMail(readable as Messages<MailMessage>, env);
      case "docenda-mail-dead":
        return consumeMailDead(readable as Messages<MailMessage>);
      case "docenda-pdf":
        return consumePdf(readable as Messages<PdfMessage>, env);
      case "docenda-pdf-dead":
        return consumePdfDead(readable as Messages<PdfMessage>, env);
      default:
        throw new Error(`nobody reads the queue ${batch.queue}`);
    }
  },
  scheduled: async (_controller, env, execution) => {
    const ctx = crawlCtx(env);
    const deletions = deletionCtx(env, (work) => execution.waitUntil(work));
    execution.waitUntil(
      checkComponents({ ...ctx, ask: async (request) => app.fetch(request, env, execution) }),
    );
    // A chore that fails is logged and tried again at the next tick; the others go on.
    const chores = {
      sweepRuns: () => sweepRuns(ctx),
      sweepSignIns: () => sweepSignIns(ctx),
      sweepPdfSets: () => sweepPdfSets(ctx),
      forgetQuestions: () => forgetQuestions(ctx),
      refreshDueSources: () => refreshDueSources(ctx),
      beginCatalogRuns: () => beginCatalogRuns(ctx),
      recheckRepositories: () => recheckRepositories(ctx),
      sweepAccess: () => sweepAccess(ctx),
      purgeTeams: () => purgeTeams(deletions),
      remindInvited: () => remindInvited(ctx),
      mailSavings: () => mailSavings(ctx),
      continueMoves: () => continueMoves(ctx),
      resumeDeletions: () => resumeDeletions(deletions),
      reconcileDue: () => reconcileDue(ctx),
    };
    await Promise.all(
      Object.entries(chores).map(([chore, run]) =>
        run().catch((error: unknown) => ctx.log.error("chore failed", error, { chore })),
      ),
    );
  },
} satisfies ExportedHandler<Env, CrawlMessage | MailMessage | PdfMessage>;
