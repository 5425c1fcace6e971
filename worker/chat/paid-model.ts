import type { ModelUse } from "#schema/api/chat.ts";
import { CHAT_PRICE } from "#schema/plans.ts";
import { withCharge } from "#worker/calls/with-charge.ts";
import type { Ctx } from "#worker/context.ts";
import type { ChatModel } from "#worker/platform/chat-model/chat-model.ts";
import { ownModel } from "./model-settings.ts";
import type { Asked, Use } from "./run-turn.ts";

/** Time for which credits are held. A turn takes less: 90 s of the model, and the tools before. */
const HELD_MS = 5 * 60_000;
const MAX_SUMMARY_CHARACTERS = 200;

/**
 * Runs the work with the owner's own model, which its owner pays elsewhere, or else with the deployment's: the most credits that an answer
 * can cost are held meanwhile, and the used ones are charged. Without enough credits nothing begins: resource-exhausted.
 */
export async function paidModel(
  ctx: Ctx,
  { turnId, question }: Asked,
  work: (model: ChatModel | null) => Promise<Use>,
): Promise<ModelUse | null> {
  const own = await ownModel(ctx);
  const model = own ?? ctx.services.chatModel;
  if (own !== null || model === null) {
    const use = await work(own);
    return use && { ...use, credits: 0 };
  }
  const { value } = await withCharge(
    ctx,
    {
      operation: "chat",
      price: CHAT_PRICE.maxCredits,
      expiresInMs: HELD_MS,
      callId: `chat ${turnId}`,
      note: { details: question.slice(0, MAX_SUMMARY_CHARACTERS), metadata: { model: model.name } },
    },
    async () => {
      const use = await work(model);
      const credits = use === null ? 0 : creditsFor(use);
      const tokens = { sent: use?.tokensOut ?? 0, ofFullPages: 0 };
      return { use, credits, isBillable: credits > 0, tokens };
    },
  );
  return value.use && { ...value.use, credits: value.credits };
}

/** Credits for the tokens that a model read and wrote. */
export function creditsFor({ tokensIn, tokensOut }: { tokensIn: number; tokensOut: number }): number {
  const { tokensPerCredit, maxCredits } = CHAT_PRICE;
  return Math.min(maxCredits, Math.ceil((tokensIn + tokensOut) / tokensPerCredit));
}
