import { crawlCtx } from "#worker/crawl/crawl-ctx.ts";
import type { Messages } from "#worker/platform/message-version.ts";
import { giveUpFile, indexFile } from "./index-file.ts";
import type { PdfMessage } from "./pdf-message.ts";

/** The queue door of PDF files: one message, one file. */
export async function consumePdf(batch: Messages<PdfMessage>, env: Env): Promise<void> {
  const ctx = crawlCtx(env);
  for (const message of batch.messages) {
    try {
      await indexFile(ctx, message.body);
      message.ack();
    } catch (error) {
      const { setId, fileId } = message.body;
      ctx.log.error("pdf.file-failed", error, { setId, fileId, attempts: message.attempts });
      message.retry({ delaySeconds: message.attempts * 2 });
    }
  }
}

/** Gives up files whose reading failed, or ended the isolate, at every try. */
export async function consumePdfDead(batch: Messages<PdfMessage>, env: Env): Promise<void> {
  const ctx = crawlCtx(env);
  for (const message of batch.messages) {
    ctx.log.warn("pdf.file-dead", { setId: message.body.setId, fileId: message.body.fileId });
    await giveUpFile(ctx, message.body);
    message.ack();
  }
}
