import { createHmac } from "node:crypto";
import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { githubRepositories, sources } from "#schema/index.ts";
import { connectedCtx, endOf, indexOf, stubGithub } from "#tests/support/github.workers.ts";
import { changeSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { crawlCtx } from "#worker/crawl/crawl-ctx.ts";
import { connectDb } from "#worker/platform/db.ts";
import { hmacHex } from "#worker/platform/digest.ts";
import { addRepoToRef } from "./add-repository.ts";
import { getGithubStatus } from "./get-github-status.ts";
import { MAX_WEBHOOK_BYTES, receiveWebhook } from "./receive-webhook.ts";
import { recheckRepositories } from "./recheck-repositories.ts";

const db = connectDb(env.DB);
const { api, web, stubRepository, quietEndOf } = stubGithub("github-pushes");

async function deliver(body: object, signature?: string) {
  const text = JSON.stringify(body);
  const answer = await SELF.fetch("https://docenda.test/webhooks/github", {
    method: "POST",
    headers: {
      "x-github-event": "push",
      "x-hub-signature-256": signature ?? `sha256=${await hmacHex("test-webhook-secret", text)}`,
    },
    body: text,
  });
  return { status: answer.status, body: (await answer.json()) as { runs: number } };
}

describe("pushes", () => {
  it("begin a run for everybody who has the branch, once; a wrong signature begins none", async () => {
    const [one, two] = [await connectedCtx(), await connectedCtx()];
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    for (const ctx of [one, two]) {
      const { executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
      await quietEndOf(ctx, executionId, repository);
    }
    const after = await repository.commit({ "a.md": "# A\n\nOther text.\n" });
    // A body larger than other requests may be.
    const commits = Array.from({ length: 20_000 }, (_, n) => ({
      id: n,
      added: [`docs/a/long/name/of/a/file-${n}.md`],
    }));
    const push = { ref: "refs/heads/main", after, repository: { id: repository.id }, commits };
    expect((await deliver(push, `sha256=${"0".repeat(64)}`)).status).toBe(401);
    expect((await deliver({ ...push, ref: "refs/heads/other" })).body).toEqual({ runs: 0 });
    expect((await deliver({ ...push, repository: { id: 1 } })).body).toEqual({ runs: 0 });
    expect(await deliver(push)).toEqual({ status: 200, body: { runs: 2 } });
    for (const ctx of [one, two]) {
      const [source] = await db.select().from(sources).where(eq(sources.ownerId, ctx.scope.owner.id));
      await expect
        .poll(async () => (await getGithubStatus(ctx)).repositories[0]?.commitSha, { timeout: 10_000 })
        .toBe(after);
      const url = `https://${web}/${repository.fullName}/blob/main/a.md`;
      expect((await indexOf(ctx, source!.id).readPage(url))?.markdown).toContain("Other text.");
    }
    await expect.poll(async () => (await deliver(push)).body).toEqual({ runs: 0 });
  });

  it("are taken as large as GitHub sends them, read as they come, and refused beyond that", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const { executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    await quietEndOf(ctx, executionId, repository);
    const after = await repository.commit({ "a.md": "# A\n\nOther text.\n" });
    // The file names of many commits stand in front of the branch.
    const commit = { id: "c0ffee", ref: "refs/heads/wrong", added: ["docs/a/very/long/name/of/a/file.md"] };
    const commits = JSON.stringify(Array.from({ length: 24 }, () => commit));
    const [head, tail] = JSON.stringify({
      commits: ["HERE"],
      ref: "refs/heads/main",
      repository: { id: repository.id },
      after,
    }).split('"HERE"') as [string, string];
    const send = async (pieces: number, secret = "test-webhook-secret") => {
      const bytes = new TextEncoder();
      const many = bytes.encode(`${commits.slice(1, -1)},`.repeat(20));
      const chunks = [
        bytes.encode(head),
        ...Array.from({ length: pieces }, () => many),
        bytes.encode(`0${tail}`),
      ];
      const hmac = createHmac("sha256", secret);
      for (const chunk of chunks) hmac.update(chunk);
      const signature = `sha256=${hmac.digest("hex")}`;
      let pulled = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const chunk = chunks[pulled];
          pulled += 1;
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
      });
      const sizeBytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
      const answer = await receiveWebhook(ctx, { event: "push", signature, body }).catch(
        (error: unknown) => error,
      );
      return {
        answer,
        sizeBytes,
        pulledBytes: chunks.slice(0, pulled).reduce((sum, one) => sum + one.length, 0),
      };
    };
    const perPiece = commits.length * 20;
    expect((await send(2, "another")).answer).toMatchObject({ code: "unauthenticated" });
    const tooLarge = await send(Math.ceil(MAX_WEBHOOK_BYTES / perPiece) + 20);
    expect(tooLarge.answer).toMatchObject({
      code: "invalid-argument",
      data: { maxBytes: MAX_WEBHOOK_BYTES },
    });
    expect(tooLarge.pulledBytes).toBeLessThan(tooLarge.sizeBytes);
    const large = await send(Math.floor(MAX_WEBHOOK_BYTES / perPiece) - 1);
    expect(large.sizeBytes).toBeGreaterThan(24 * 1024 * 1024);
    expect(large.answer).toEqual({ runs: 1 });
    await expect
      .poll(async () => (await getGithubStatus(ctx)).repositories[0]?.commitSha, { timeout: 10_000 })
      .toBe(after);
    const unread = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error("was read")) });
    for (const signature of [null, "sha256=abc"])
      await expect(receiveWebhook(ctx, { event: "push", signature, body: unread })).rejects.toMatchObject({
        code: "unauthenticated",
      });
  });

  it("that come while a run is going on are followed when it ends", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const { moduleId, executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    const after = await repository.commit({ "a.md": "# A\n\nOther text.\n" });
    await deliver({ ref: "refs/heads/main", after, repository: { id: repository.id } });
    await endOf(ctx, executionId);
    await expect
      .poll(async () => (await getGithubStatus(ctx)).repositories[0]?.commitSha, { timeout: 10_000 })
      .toBe(after);
    const url = `https://${web}/${repository.fullName}/blob/main/a.md`;
    expect((await indexOf(ctx, moduleId).readPage(url))?.markdown).toContain("Other text.");
  });
});

it("what nobody looked at for a while is looked at by the clock: new commits are indexed, lost ones forgotten", async () => {
  const ctx = await connectedCtx();
  const [moved, lost, fresh] = [
    await stubRepository({ "a.md": "# A\n\nText.\n" }),
    await stubRepository({ "b.md": "# B\n\nText.\n" }),
    await stubRepository({ "c.md": "# C\n\nText.\n" }),
  ];
  const added = [];
  for (const repository of [moved, lost, fresh]) {
    const started = await addRepoToRef(ctx, { repository: repository.fullName });
    await quietEndOf(ctx, started.executionId, repository);
    added.push(started.moduleId);
  }
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  for (const moduleId of added.slice(0, 2))
    await db
      .update(githubRepositories)
      .set({ updatedAt: old })
      .where(eq(githubRepositories.sourceId, moduleId!));
  const after = await moved.commit({ "a.md": "# A\n\nOther text.\n" });
  await changeSite(api, { [`/repositories/${lost.id}`]: null });
  await recheckRepositories(crawlCtx(env));
  await expect
    .poll(
      async () =>
        (await getGithubStatus(ctx)).repositories.map((row) => [
          row.moduleId,
          row.commitSha,
          row.totalPages,
          row.problem,
        ]),
      { timeout: 10_000 },
    )
    .toEqual([
      [added[0], after, 1, null],
      [added[1], null, 0, expect.stringMatching(/does not show this repository any more.*Check the access/)],
      [added[2], fresh.sha, 1, null],
    ]);
  const asked = (await requestsTo(api)).map(({ path }) => path);
  expect(asked.filter((path) => path === `/repositories/${fresh.id}`)).toEqual([]);
});
