import { createExecutionContext, createMessageBatch, env, getQueueResult } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { jobRuns, pdfFiles, pdfSets, sources } from "#schema/index.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { makePdf } from "#tests/support/make-pdf.workers.ts";
import type { Ctx } from "#worker/context.ts";
import { findPrivateIndex } from "#worker/private-indexes/find-private-index.ts";
import worker from "#worker/index.ts";
import { createPdfSet } from "#worker/pdf/create-pdf-set.ts";
import { getPdfSet } from "#worker/pdf/get-pdf-set.ts";
import { indexFile } from "#worker/pdf/index-file.ts";
import { indexPdfSet } from "#worker/pdf/index-pdf-set.ts";
import type { PdfMessage } from "#worker/pdf/pdf-message.ts";
import { removePdfFile, removePdfSet } from "#worker/pdf/remove-pdf-set.ts";
import { sweepPdfSets } from "#worker/pdf/sweep-pdf-sets.ts";
import { uploadFile } from "#worker/pdf/upload-file.ts";
import { readUrl } from "#worker/reader/read-url.ts";
import { cancelJobRun } from "#worker/sources/cancel-job-run.ts";
import { getJobRun } from "#worker/sources/get-job-run.ts";
import { removeModule } from "#worker/source-kinds/remove-module.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A page each, with words that stand on no other. */
function pdfOf(pages: number, word: string): Uint8Array {
  return makePdf(
    Array.from({ length: pages }, (_, at) => [
      { text: `Page ${at + 1} of ${word}`, y: 700, size: 18 },
      { text: `On this page the ${word} is number ${at + 1} of all that there are.`, y: 660 },
    ]),
  );
}

async function upload(ctx: Ctx, setId: string, name: string, bytes: Uint8Array, body = streamOf(bytes)) {
  return await uploadFile(ctx, { setId, name, sizeBytes: bytes.length }, body);
}

function streamOf(
  bytes: Uint8Array,
  until: Promise<unknown> = Promise.resolve(),
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await until;
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** An account on a plan with room, with a set that holds these files. */
async function makeSet(files: Record<string, Uint8Array>) {
  const ctx = ctxOf(await makeAccount({ tier: "Basic" }));
  const { setId, moduleId } = await createPdfSet(ctx, { displayName: "Manuals" });
  for (const [name, bytes] of Object.entries(files)) await upload(ctx, setId, name, bytes);
  const prefix = `u_${ctx.scope.owner.id}/pdf/${setId}/`;
  return {
    ctx,
    setId,
    moduleId,
    index: ctx.services.docsIndex({
      owner: ctx.scope.owner,
      indexId: "default",
      sourceId: moduleId,
      homePrincipal: null,
    }),
    state: () => getPdfSet(ctx, { setId }),
    prefix,
    objects: async () => (await env.FILES.list({ prefix })).objects.map(({ key }) => key),
  };
}

/** The same Ctx with a queue that nobody gets anything from: the test delivers what was sent, or not. */
function held(ctx: Ctx): Ctx & { sent: PdfMessage[] } {
  const sent: PdfMessage[] = [];
  const pdfQueue = {
    sendBatch: async (messages: { body: PdfMessage }[]) =>
      void sent.push(...messages.map(({ body }) => body)),
  } as unknown as Queue<PdfMessage>;
  return { ...ctx, services: { ...ctx.services, pdfQueue }, sent };
}

/** The same Ctx, in which something happens when so many pages are stored. */
function atPage(ctx: Ctx, count: number, happen: () => Promise<unknown>): Ctx {
  let puts = 0;
  const docsIndex: Ctx["services"]["docsIndex"] = (address) => {
    const index = ctx.services.docsIndex(address);
    return new Proxy(index, {
      get: (_, name) => {
        if (name !== "putPage") return (index as never)[name];
        return async (page: Parameters<typeof index.putPage>[0]) => {
          puts += 1;
          if (puts === count) await happen();
          return await index.putPage(page);
        };
      },
    });
  };
  return { ...ctx, services: { ...ctx.services, docsIndex } };
}

/** The same Ctx so much later. */
function later<T extends Ctx>(ctx: T, ms: number): T {
  return { ...ctx, now: () => new Date(Date.now() + ms) };
}

async function untilOver(state: () => ReturnType<typeof getPdfSet>) {
  return await vi.waitUntil(
    async () => {
      const set = await state();
      return set.status === "queued" || set.status === "indexing" ? null : set;
    },
    { timeout: 60_000, interval: 50 },
  );
}

async function deliver(queue: string, bodies: PdfMessage[]) {
  const messages = bodies.map((body, id) => ({ id: String(id), timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch(queue, messages);
  await worker.queue(batch as MessageBatch<PdfMessage>, env);
  return await getQueueResult(batch, createExecutionContext());
}

describe("messages about a set", () => {
  it("may come again, at the same time too, and change nothing (fault 21)", async () => {
    const { ctx, setId, index, state } = await makeSet({
      "a.pdf": pdfOf(30, "adder"),
      "b.pdf": pdfOf(2, "boa"),
    });
    const queue = held(ctx);
    const { executionId } = await indexPdfSet(queue, { setId });
    const [first, second] = queue.sent;
    await Promise.all([indexFile(ctx, first!), indexFile(ctx, first!), indexFile(ctx, second!)]);
    const set = await state();
    expect(set).toMatchObject({ status: "indexed", totalDocs: 32, errorCount: 0 });
    expect(await getJobRun(ctx, { runId: executionId })).toMatchObject({ status: "COMPLETE", docsCount: 32 });
    const before = [await index.totals(), (await index.listUrls()).toSorted()];
    expect(await deliver("docenda-pdf", [...queue.sent, ...queue.sent])).toMatchObject({ retryMessages: [] });
    expect([await index.totals(), (await index.listUrls()).toSorted()]).toEqual(before);
    expect(await state()).toEqual(set);
  });

  it("that poison their consumer are tried again, then end as a failed file; the other file passes (fault 23)", async () => {
    const { ctx, setId, state } = await makeSet({ "a.pdf": pdfOf(1, "adder"), "b.pdf": pdfOf(1, "boa") });
    const queue = held(ctx);
    const { executionId } = await indexPdfSet(queue, { setId });
    // A key that storage takes from nobody.
    const [poisoned] = queue.sent;
    const objectKey = "x".repeat(3000);
    await ctx.db.update(pdfFiles).set({ objectKey }).where(eq(pdfFiles.id, poisoned!.fileId));
    expect(await deliver("docenda-pdf", queue.sent)).toMatchObject({
      explicitAcks: ["1"],
      retryMessages: [{ msgId: "0" }],
    });
    expect(await state()).toMatchObject({ status: "indexing" });
    await deliver("docenda-pdf-dead", [poisoned!]);
    expect(await state()).toMatchObject({
      status: "indexed",
      errorCount: 1,
      lastError:
        "a.pdf: Reading this file took more time or memory than there is, at every try. Print it to a new PDF, or split it, and upload that.",
    });
    expect(await getJobRun(ctx, { runId: executionId })).toMatchObject({ status: "COMPLETE", docsCount: 1 });
  });

  it("that were lost are sent again after ten minutes, once in ten; after six hours the run ends (fault 24)", async () => {
    const { ctx, setId, state } = await makeSet({ "a.pdf": pdfOf(1, "adder") });
    const queue = held(ctx);
    const { executionId } = await indexPdfSet(queue, { setId });
    const [message] = queue.sent.splice(0);
    await sweepPdfSets(later(queue, 9 * MINUTE_MS));
    expect(queue.sent).toEqual([]);
    for (const minutes of [11, 15]) await sweepPdfSets(later(queue, minutes * MINUTE_MS));
    expect(queue.sent).toEqual([message]);
    await sweepPdfSets(later(queue, 6 * HOUR_MS + MINUTE_MS));
    const error = "Indexing came no further. Index again.";
    expect(await state()).toMatchObject({ status: "failed", lastError: error });
    expect(await getJobRun(ctx, { runId: executionId })).toMatchObject({ status: "FAILED", error });
    // What turns up after all is of a run that is over.
    await deliver("docenda-pdf", [message!]);
    expect(await state()).toMatchObject({ status: "failed", totalDocs: 0 });
    await indexPdfSet(ctx, { setId });
    expect(await untilOver(state)).toMatchObject({ status: "indexed", totalDocs: 1 });
  });

  it("that could not be sent end the run at once (fault 24)", async () => {
    const { ctx, setId, state } = await makeSet({ "a.pdf": pdfOf(1, "adder") });
    const pdfQueue = { sendBatch: () => Promise.reject(new Error("queue is down")) };
    const broken = { ...ctx, services: { ...ctx.services, pdfQueue: pdfQueue as never } };
    await expect(indexPdfSet(broken, { setId })).rejects.toMatchObject({ code: "unavailable" });
    const { status, executionId } = await state();
    expect(status).toBe("failed");
    expect(await getJobRun(ctx, { runId: executionId ?? "" })).toMatchObject({ status: "FAILED" });
  });

  it("are not missed by a run that was never sent off, or whose end alone was not written (fault 24)", async () => {
    const { ctx, setId, moduleId, state } = await makeSet({ "a.pdf": pdfOf(2, "adder") });
    await indexPdfSet(ctx, { setId });
    const { executionId } = await untilOver(state);
    const runId = executionId ?? "";
    await vi.waitUntil(async () => (await getJobRun(ctx, { runId })).status === "COMPLETE");
    const [row] = await ctx.db.select().from(jobRuns).where(eq(jobRuns.id, runId));
    const running = { status: "CRAWLING", endTime: null, docsCount: 0 } as const;
    await ctx.db.update(jobRuns).set(running).where(eq(jobRuns.id, runId));
    const unsentId = ctx.newId("run");
    await ctx.db.insert(jobRuns).values({ ...row!, ...running, id: unsentId });
    await sweepPdfSets(later(ctx, 9 * MINUTE_MS));
    expect((await getJobRun(ctx, { runId })).status).toBe("CRAWLING");
    await sweepPdfSets(later(ctx, 11 * MINUTE_MS));
    expect(await getJobRun(ctx, { runId })).toMatchObject({ status: "COMPLETE", docsCount: 2 });
    expect(await getJobRun(ctx, { runId: unsentId })).toMatchObject({
      status: "FAILED",
      error: "The run could not be started. Index again.",
    });
    expect(await indexPdfSet(held(ctx), { setId })).toMatchObject({ moduleId });
  });
});

describe("a set that is cancelled", () => {
  it("while a file is read keeps and counts the pages that it has, and goes on with the next run (fault 26)", async () => {
    const { ctx, setId, index, state } = await makeSet({
      "a.pdf": pdfOf(60, "adder"),
      "b.pdf": pdfOf(3, "boa"),
    });
    const queue = held(ctx);
    const { executionId } = await indexPdfSet(queue, { setId });
    const cancel = () => cancelJobRun(ctx, { runId: executionId });
    await indexFile(atPage(ctx, 30, cancel), queue.sent[0]!);
    const { pages } = await index.totals();
    expect(pages).toBeGreaterThanOrEqual(30);
    expect(pages).toBeLessThan(60);
    const stopped = { status: "failed", lastError: "The run was stopped.", totalDocs: pages };
    expect(await state()).toMatchObject(stopped);
    expect(await findPrivateIndex(ctx, { indexId: "default" })).toMatchObject({ totalDocs: pages });
    await indexFile(ctx, queue.sent[1]!);
    expect(await index.totals()).toMatchObject({ pages });
    expect(await state()).toMatchObject({
      ...stopped,
      pdfFiles: [{ status: "not indexed" }, { status: "not indexed" }],
    });
    await indexPdfSet(ctx, { setId });
    expect(await untilOver(state)).toMatchObject({ status: "indexed", totalDocs: 63, lastError: null });
  });

  it("before anything was read takes files and begins again at once, whatever waits in the queue (fault 26)", async () => {
    const { ctx, setId, state } = await makeSet({ "a.pdf": pdfOf(1, "adder") });
    const queue = held(ctx);
    const { executionId } = await indexPdfSet(queue, { setId });
    await expect(upload(ctx, setId, "b.pdf", pdfOf(1, "boa"))).rejects.toMatchObject({ code: "aborted" });
    await expect(removePdfFile(ctx, { setId, name: "a.pdf" })).rejects.toMatchObject({ code: "aborted" });
    await expect(indexPdfSet(ctx, { setId })).rejects.toMatchObject({ code: "aborted" });
    await cancelJobRun(ctx, { runId: executionId });
    await upload(ctx, setId, "b.pdf", pdfOf(1, "boa"));
    await indexPdfSet(ctx, { setId });
    await deliver("docenda-pdf", queue.sent);
    expect(await untilOver(state)).toMatchObject({ status: "indexed", totalDocs: 2, totalFiles: 2 });
  });
});

describe("a set that is removed", () => {
  it.each([
    ["by its own id", (ctx: Ctx, { setId }: { setId: string }) => removePdfSet(ctx, { setId })],
    ["as a module", (ctx: Ctx, { moduleId }: { moduleId: string }) => removeModule(ctx, { moduleId })],
  ])("%s while a file is read leaves nothing (fault 26)", async (_how, remove) => {
    const { ctx, setId, moduleId, index, objects } = await makeSet({
      "a.pdf": pdfOf(60, "adder"),
      "b.pdf": pdfOf(3, "boa"),
    });
    const queue = held(ctx);
    const { executionId } = await indexPdfSet(queue, { setId });
    await indexFile(
      atPage(ctx, 30, () => remove(ctx, { setId, moduleId })),
      queue.sent[0]!,
    );
    expect(await deliver("docenda-pdf", queue.sent)).toMatchObject({ retryMessages: [] });
    expect(await deliver("docenda-pdf-dead", queue.sent)).toMatchObject({ retryMessages: [] });
    await sweepPdfSets(later(ctx, 7 * HOUR_MS));
    expect(await index.totals()).toEqual({ pages: 0, chunks: 0, tokens: 0 });
    expect(await objects()).toEqual([]);
    const { id: ownerId } = ctx.scope.owner;
    for (const table of [sources, pdfSets, jobRuns])
      expect(await ctx.db.select().from(table).where(eq(table.ownerId, ownerId))).toEqual([]);
    expect(await ctx.db.select().from(pdfFiles).where(eq(pdfFiles.setId, setId))).toEqual([]);
    const gone = { code: "not-found" };
    await expect(readUrl(ctx, { url: "pdf://Manuals/a.pdf#page=1" })).rejects.toMatchObject(gone);
    await expect(getJobRun(ctx, { runId: executionId })).rejects.toMatchObject(gone);
    await expect(remove(ctx, { setId, moduleId })).rejects.toMatchObject(gone);
    // The name is free again.
    await createPdfSet(ctx, { displayName: "Manuals" });
  });

  it("is removed whole by who asks again, when the one who removed it was killed", async () => {
    const { ctx, setId, moduleId, index, objects, state } = await makeSet({ "a.pdf": pdfOf(2, "adder") });
    await indexPdfSet(ctx, { setId });
    await untilOver(state);
    const killed = new Error("killed");
    const files = { list: () => Promise.reject(killed) } as unknown as R2Bucket;
    const withoutFiles = { ...ctx, services: { ...ctx.services, files } };
    await expect(removePdfSet(withoutFiles, { setId })).rejects.toThrow(killed);
    expect(await state()).toMatchObject({ status: "not indexed" });
    const crawlRun = () => {
      throw killed;
    };
    const withoutRuns = { ...ctx, services: { ...ctx.services, crawlRun } };
    await expect(removePdfSet(withoutRuns, { setId })).rejects.toThrow(killed);
    await expect(state()).rejects.toMatchObject({ code: "not-found" });
    expect(await objects()).toEqual([]);
    expect(await removeModule(ctx, { moduleId })).toEqual({ removed: true });
    expect(await index.totals()).toMatchObject({ pages: 0 });
    expect(await ctx.db.select().from(sources).where(eq(sources.id, moduleId))).toEqual([]);
  });

  it("loses a file without its pages, even when the file goes just as the run begins", async () => {
    const { ctx, setId, index, state } = await makeSet({
      "a.pdf": pdfOf(30, "adder"),
      "b.pdf": pdfOf(1, "boa"),
    });
    const queue = held(ctx);
    await indexPdfSet(queue, { setId });
    const { fileId } = (await state()).pdfFiles[0]!;
    const drop = () => ctx.db.delete(pdfFiles).where(eq(pdfFiles.id, fileId));
    await indexFile(atPage(ctx, 10, drop), queue.sent[0]!);
    await deliver("docenda-pdf", queue.sent);
    expect(await state()).toMatchObject({ status: "indexed", totalDocs: 1 });
    expect(await index.listUrls()).toEqual(["pdf://Manuals/b.pdf#page=1"]);
  });
});

describe("an upload", () => {
  it("of the same bytes again changes nothing, one of others replaces the file and its object (fault 46)", async () => {
    const { ctx, setId, state, objects } = await makeSet({ "a.pdf": pdfOf(2, "adder") });
    await indexPdfSet(ctx, { setId });
    const set = await untilOver(state);
    const before = await objects();
    expect(await upload(ctx, setId, "a.pdf", pdfOf(2, "adder"))).toEqual(set.pdfFiles[0]);
    expect([await state(), await objects()]).toEqual([set, before]);
    const replaced = await upload(ctx, setId, "a.pdf", pdfOf(1, "asp"));
    expect(replaced).toMatchObject({ fileId: set.pdfFiles[0]?.fileId, status: "not indexed" });
    expect(await state()).toMatchObject({ status: "not indexed", totalFiles: 1 });
    expect(await objects()).toEqual([expect.not.stringContaining(before[0]!)]);
  });

  it("twice at the same moment leaves one file with the object of one of them (fault 46)", async () => {
    const { ctx, setId, state, objects } = await makeSet({});
    const both = Promise.withResolvers<void>();
    const uploads = [pdfOf(1, "adder"), pdfOf(2, "boa")].map((bytes) =>
      upload(ctx, setId, "a.pdf", bytes, streamOf(bytes, both.promise)),
    );
    await vi.waitUntil(async () => {
      const [row] = await ctx.db.select().from(pdfSets).where(eq(pdfSets.id, setId));
      return row?.uploadBeganAt;
    });
    both.resolve();
    const files = await Promise.all(uploads);
    expect(files[0]?.fileId).toBe(files[1]?.fileId);
    const keys = await objects();
    expect(keys).toHaveLength(1);
    const [row] = await ctx.db.select().from(pdfFiles).where(eq(pdfFiles.setId, setId));
    expect(row).toMatchObject({ objectKey: keys[0], sizeBytes: (await env.FILES.head(keys[0]!))?.size });
    await indexPdfSet(ctx, { setId });
    expect(await untilOver(state)).toMatchObject({ status: "indexed", totalFiles: 1 });
  });

  it.each([
    ["a run began", "aborted", (ctx: Ctx, setId: string) => indexPdfSet(held(ctx), { setId })],
    ["the set was removed", "not-found", (ctx: Ctx, setId: string) => removePdfSet(ctx, { setId })],
  ])("that ends after %s is refused and leaves no object (fault 46)", async (_what, code, happen) => {
    const { ctx, setId, objects } = await makeSet({ "a.pdf": pdfOf(1, "adder") });
    const bytes = pdfOf(1, "boa");
    const body = streamOf(bytes, happen(ctx, setId));
    await expect(upload(ctx, setId, "b.pdf", bytes, body)).rejects.toMatchObject({ code });
    expect(await objects()).toHaveLength(code === "aborted" ? 1 : 0);
  });

  it("that was killed leaves an object, which goes after a day; one whose object is lost says so and is taken again (fault 46)", async () => {
    const { ctx, setId, state, prefix, objects } = await makeSet({ "a.pdf": pdfOf(1, "adder") });
    const [key] = await objects();
    await env.FILES.put(`${prefix}file_x/v_x`, "%PDF-1.4 of which no row tells");
    await sweepPdfSets(later(ctx, 23 * HOUR_MS));
    expect(await objects()).toHaveLength(2);
    await sweepPdfSets(later(ctx, 25 * HOUR_MS));
    expect(await objects()).toEqual([key]);
    const [row] = await ctx.db.select().from(pdfSets).where(eq(pdfSets.id, setId));
    expect(row?.uploadBeganAt).toBeNull();

    await env.FILES.delete(key!);
    await indexPdfSet(ctx, { setId });
    const lost = "The bytes of this file are gone. Upload it again.";
    expect(await untilOver(state)).toMatchObject({ status: "failed", lastError: lost });
    await upload(ctx, setId, "a.pdf", pdfOf(1, "adder"));
    await indexPdfSet(ctx, { setId });
    expect(await untilOver(state)).toMatchObject({ status: "indexed", totalDocs: 1 });
  });
});
