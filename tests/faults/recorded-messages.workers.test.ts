import { createExecutionContext, createMessageBatch, env, getQueueResult } from "cloudflare:test";
import { expect, it } from "vitest";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { untilOver } from "#tests/support/crawl.workers.ts";
import { startHeld } from "#tests/support/held-crawl.workers.ts";
import { makePdf } from "#tests/support/make-pdf.workers.ts";
import worker from "#worker/index.ts";
import { sendMail } from "#worker/mail/send-mail.ts";
import { createPdfSet } from "#worker/pdf/create-pdf-set.ts";
import { getPdfSet } from "#worker/pdf/get-pdf-set.ts";
import { indexPdfSet } from "#worker/pdf/index-pdf-set.ts";
import { uploadFile } from "#worker/pdf/upload-file.ts";
import { READS_VERSION } from "#worker/platform/message-version.ts";
import { RECORDED_MESSAGES } from "#tests/support/recorded-messages.workers.ts";

/** What a queue's sender gave it, in order. */
function recorder() {
  const sent: object[] = [];
  const send = async (body: object) => void sent.push(body);
  const sendBatch = async (batch: Iterable<{ body: object }>) => {
    for (const { body } of batch) sent.push(body);
  };
  return { sent, queue: { send, sendBatch } as never };
}

async function consume(queue: string, body: object) {
  const batch = createMessageBatch(queue, [{ id: "0", timestamp: new Date(), attempts: 1, body }]);
  await worker.queue(batch as never, env);
  return await getQueueResult(batch, createExecutionContext());
}

const ACKED = { explicitAcks: ["0"], retryMessages: [] };

/** Names and types of a message's fields, in depth. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
}

/** A set with one file, and the messages that start its run. */
async function startPdfRun() {
  const ctx = ctxOf(await makeAccount({ tier: "Basic" }));
  const { setId } = await createPdfSet(ctx, { displayName: "Manuals" });
  const bytes = makePdf([[{ text: "Recorded kettle", y: 700, size: 18 }]]);
  await uploadFile(ctx, { setId, name: "kettle.pdf", sizeBytes: bytes.length }, new Blob([bytes]).stream());
  const { sent, queue } = recorder();
  await indexPdfSet({ ...ctx, services: { ...ctx.services, pdfQueue: queue } }, { setId });
  return { ctx, setId, message: sent[0] as { setId: string; fileId: string; generation: number } };
}

it("messages have the form recorded for their version; a field may be added, never changed or dropped (fault 50)", async () => {
  const recorded = RECORDED_MESSAGES[READS_VERSION as keyof typeof RECORDED_MESSAGES];
  const mails = recorder();
  const ctx = systemCtx();
  const { id: _id, ...mail } = recorded.mail;
  await sendMail({ ...ctx, services: { ...ctx.services, mailQueue: mails.queue } }, mail);
  expect(shapeOf(mails.sent[0])).toMatchObject(shapeOf(recorded.mail) as object);

  const { message } = await startPdfRun();
  expect(shapeOf(message)).toMatchObject(shapeOf(recorded.pdf) as object);

  const tickets: object[] = [];
  const held = await startHeld(ctxOf(await makeAccount()), "recorded-50.test", async (...body: unknown[]) => {
    tickets.push(body[0] as object);
  });
  await held.started;
  expect(shapeOf(tickets[0])).toMatchObject(shapeOf(recorded.crawl) as object);
});

it.for(Object.entries(RECORDED_MESSAGES))(
  "messages of version %s are still worked on (fault 50)",
  async ([version, recorded]) => {
    const v = Number(version) === 1 ? {} : { v: Number(version) };
    const ctx = ctxOf(await makeAccount());
    const held = await startHeld(ctx, `recorded-v${version}.test`);
    await held.started;
    expect(await consume("docenda-crawl", { ...recorded.crawl, ...v, runId: held.runId })).toMatchObject(
      ACKED,
    );
    expect(await untilOver(ctx, held.runId)).toMatchObject({ status: "COMPLETE", docsCount: 5 });
    // A run that is gone ends its ticket.
    expect(await consume("docenda-crawl", { ...recorded.crawl, ...v })).toMatchObject(ACKED);

    const pdf = await startPdfRun();
    const { setId, fileId, generation } = pdf.message;
    expect(await consume("docenda-pdf", { ...recorded.pdf, ...v, setId, fileId, generation })).toMatchObject(
      ACKED,
    );
    const set = await getPdfSet(pdf.ctx, { setId });
    expect(set.pdfFiles[0]).toMatchObject({ status: "indexed" });

    const id = ctx.newId("mail");
    expect(await consume("docenda-mail", { ...recorded.mail, ...v, id })).toMatchObject(ACKED);
    expect(await ctx.services.files.head(`mail-sent/${id}`)).not.toBeNull();
  },
);
