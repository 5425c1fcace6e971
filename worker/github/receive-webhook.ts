import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { AccessReader, isAccessEvent } from "./access-event.ts";
import { handleAccessEvent } from "./handle-access-event.ts";
import { handlePush } from "./handle-push.ts";
import { PushReader } from "./push-event.ts";
import { refuseSpentNetwork, takeNetworkAttempt } from "#worker/rate-limits/take-attempt.ts";
import { WebhookSignature } from "./webhook-signature.ts";

/** Limit on a webhook's body; GitHub delivers nothing larger (docs.github.com, "Webhook events and payloads"). */
export const MAX_WEBHOOK_BYTES = 25 * 1024 * 1024;

export type Delivery = {
  /** Header `X-GitHub-Event`. */
  event: string | null;
  /** Header `X-Hub-Signature-256`. */
  signature: string | null;
  body: ReadableStream<Uint8Array> | null;
};

/**
 * Takes a delivery of GitHub and returns the number of runs begun. Bodies can be large and are read piece by piece, so memory does not
 * grow with them. Nothing happens before the signature over the whole body is right, and deliveries of a network with wrong signatures are
 * not read at all for a while.
 */
export async function receiveWebhook(
  ctx: Pick<Ctx, "services" | "caller" | "db" | "now" | "newId" | "log" | "waitUntil">,
  delivery: Delivery,
): Promise<{ runs: number }> {
  const secret = ctx.services.config.github?.webhookSecret;
  if (!secret) throw new AppError("not-found", "There is nothing at this address.");
  const signature = WebhookSignature.of(secret, delivery.signature);
  if (!signature) throw unsigned();
  await refuseSpentNetwork(ctx, "forged-webhook/network");
  const push = delivery.event === "push" ? new PushReader() : null;
  const access = isAccessEvent(delivery.event) ? new AccessReader() : null;
  let received = 0;
  for await (const bytes of delivery.body ?? []) {
    received += bytes.byteLength;
    if (received > MAX_WEBHOOK_BYTES)
      throw new AppError(
        "invalid-argument",
        "This webhook is larger than 25 MiB, and GitHub sends none that is.",
        {
          data: { maxBytes: MAX_WEBHOOK_BYTES },
        },
      );
    signature.write(bytes);
    push?.write(bytes);
    access?.write(bytes);
  }
  if (!signature.holds()) {
    await takeNetworkAttempt(ctx, "forged-webhook/network");
    throw unsigned();
  }
  const changed = access?.event() ?? null;
  if (changed) await handleAccessEvent(ctx, changed);
  const pushed = push?.push() ?? null;
  return { runs: pushed ? await handlePush(ctx, pushed) : 0 };
}

function unsigned(): AppError {
  return new AppError("unauthenticated", "The signature of this webhook is missing or wrong.");
}
