import { newId } from "#worker/platform/ids.ts";
import { createLog } from "#worker/platform/log.ts";
import { createServices } from "#worker/services.ts";
import type { Messages } from "#worker/platform/message-version.ts";
import { deliverMail } from "./deliver-mail.ts";
import type { MailMessage } from "./mail-message.ts";

const RETRY_SECONDS = 30;

/** The queue door of mail. Log lines name a message and its template, never its content or recipient. */
export async function consumeMail(batch: Messages<MailMessage>, env: Env): Promise<void> {
  const ctx = { services: createServices(env), now: () => new Date(), newId };
  const log = createLog({ queue: batch.queue });
  for (const message of batch.messages) {
    const { id, template } = message.body;
    try {
      const delivery = await deliverMail(ctx, message.body);
      log.info("mail", { mailId: id, template, delivery });
      if (delivery === "elsewhere") message.retry({ delaySeconds: RETRY_SECONDS });
      else message.ack();
    } catch (error) {
      log.error("mail not sent", error, { mailId: id, template, attempts: message.attempts });
      message.retry({ delaySeconds: message.attempts * RETRY_SECONDS });
    }
  }
}

/** Logs mail that could not be sent at any try; nothing else is left to do. */
export function consumeMailDead(batch: Messages<MailMessage>): void {
  const log = createLog({ queue: batch.queue });
  for (const message of batch.messages) {
    const { id, template } = message.body;
    log.warn("mail given up", { mailId: id, template });
    message.ack();
  }
}
