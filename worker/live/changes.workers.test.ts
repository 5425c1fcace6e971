import { env } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { LiveTopic } from "#schema/values.ts";
import { allowanceOf } from "#tests/support/credits.workers.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { putSite } from "#tests/support/stub-site.workers.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { withCharge } from "#worker/calls/with-charge.ts";
import { cancelJobRun } from "#worker/sources/cancel-job-run.ts";
import { getJobRun } from "#worker/sources/get-job-run.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";

/** Hears the changes of an account from now on, by polling as a console does that has no socket. */
async function listen({ userId }: Account) {
  const hub = env.LIVE_HUB.getByName(`u_${userId}`);
  const sessionId = "ses_1";
  let { sequence } = await hub.poll({ sessionId, after: null }, 0);
  return {
    /** All changes, until all of these have been heard. */
    async hears(...topics: LiveTopic[]): Promise<LiveTopic[]> {
      const heard = new Set<LiveTopic>();
      const missing = new Set(topics);
      while (missing.size > 0) {
        const answer = await hub.poll({ sessionId, after: sequence }, 10_000);
        expect(answer.topics, `waiting for ${[...missing].join(", ")}`).not.toEqual([]);
        for (const topic of answer.topics) {
          missing.delete(topic);
          heard.add(topic);
        }
        sequence = answer.sequence;
      }
      return [...heard];
    },
    /** All changes since the beginning or the last `hears`. */
    async heard(): Promise<LiveTopic[]> {
      return (await hub.poll({ sessionId, after: sequence }, 0)).topics;
    },
  };
}

/** The initial credits have reached the history, and nothing more is to come. */
async function settledAccount(): Promise<Account> {
  const account = await makeAccount();
  const hub = env.LIVE_HUB.getByName(`u_${account.userId}`);
  await vi.waitFor(
    async () => expect((await hub.poll({ sessionId: "ses_1", after: 0 }, 0)).topics).toContain("activity"),
    { timeout: 10_000 },
  );
  return account;
}

/** Three pages, of which one is read every so many seconds. */
async function putPages(host: string, pace: number): Promise<string> {
  await putSite(host, {
    "/robots.txt": { body: `User-agent: *\nCrawl-delay: ${pace}` },
    "/": `<h1>${host}</h1><p>One page of <a href="/two">documentation</a>.</p>`,
    "/two": `<h1>Two</h1><p>And <a href="/three">another</a>.</p>`,
    "/three": "<h1>Three</h1><p>And the last.</p>",
  });
  return `https://${host}/`;
}

const CHARGE = { operation: "search" as const, price: 1, callId: "q", note: { details: "q", metadata: {} } };
const ANSWER = { isBillable: true, tokens: { sent: 1, ofFullPages: 2 } };

describe("consoles are told", () => {
  it("of a charge when it is in the history, and of a new plan", async () => {
    const [account, stranger] = [await settledAccount(), await settledAccount()];
    const [console, strangers] = [await listen(account), await listen(stranger)];
    const ctx = ctxOf(account);
    await withCharge(ctx, CHARGE, async () => ANSWER);
    await ctx.settled();
    await console.hears("credits", "activity");
    await ctx.services.creditCounter(ctx.scope.owner).setPlan(allowanceOf(5, new Date()));
    await console.hears("credits");
    expect(await strangers.heard()).toEqual([]);
  });

  it("of a key, with the answer", async () => {
    const account = await settledAccount();
    const console = await listen(account);
    const ctx = ctxOf(account);
    await createApiKey(ctx, { name: "second" });
    await ctx.settled();
    expect(await console.hears("api-keys")).toEqual(["api-keys"]);
  });

  it("of a run that begins, comes on and ends, with its source and the index", async () => {
    const url = await putPages("live-run.test", 1);
    const account = await settledAccount();
    const console = await listen(account);
    const ctx = ctxOf(account);
    const { executionId } = await startIndexJob(ctx, { url });
    await console.hears("job-runs", "sources", "private-index");
    const seen = new Set<string>();
    while (!seen.has("COMPLETE")) {
      await console.hears("job-runs");
      const { status, crawl } = await getJobRun(ctx, { runId: executionId });
      seen.add(status === "CRAWLING" && crawl?.outcomes.indexed ? "comes on" : status);
      expect(status).not.toBe("FAILED");
    }
    expect(seen).toContain("comes on");
  });

  it("of a run that is cancelled", async () => {
    const url = await putPages("live-cancel.test", 20);
    const account = await settledAccount();
    const ctx = ctxOf(account);
    const { executionId } = await startIndexJob(ctx, { url });
    const console = await listen(account);
    await cancelJobRun(ctx, { runId: executionId });
    expect(await console.hears("job-runs", "sources")).not.toContain("credits");
  });
});
