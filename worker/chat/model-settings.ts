import * as z from "zod";
import { INPUT_LIMITS } from "#schema/input-limits.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { principalOf } from "#worker/owner.ts";
import type { ChatModel } from "#worker/platform/chat-model/chat-model.ts";
import { openAiModel } from "#worker/platform/chat-model/openai-model.ts";
import { checkUrl, FetchRefused } from "#worker/platform/guarded-fetch.ts";
import { seal, unseal } from "#worker/platform/seal.ts";
import { takeAttempt } from "#worker/rate-limits/take-attempt.ts";
import { deleteModelRow, findModelRow, putModelRow } from "./repo.ts";

export const setChatModelInput = z.object({
  url: z.string().trim().min(1).max(INPUT_LIMITS.address),
  model: z.string().trim().min(1).max(INPUT_LIMITS.name),
  /** Key of the address. Absent: the stored key stays, while the address stays. Empty: the address needs no key. */
  apiKey: z.string().trim().max(1000).optional(),
});
export type SetChatModel = z.infer<typeof setChatModelInput>;

/** Model of an owner's chat. `own` is billed by the owner's provider; `ours` costs credits; without a model the passages are shown. */
export type ModelInfo = {
  kind: "own" | "ours" | "none";
  name: string | null;
  url: string | null;
  hasKey: boolean;
};

type ModelCtx = Pick<Ctx, "db" | "scope" | "services">;

export async function describeModel(ctx: ModelCtx): Promise<ModelInfo> {
  const row = await findModelRow(ctx.db, ctx.scope.owner);
  if (row) return { kind: "own", name: row.model, url: row.url, hasKey: row.sealedKey !== null };
  const ours = ctx.services.chatModel;
  return { kind: ours ? "ours" : "none", name: ours?.name ?? null, url: null, hasKey: false };
}

/** The model that the owner has set; null without one. invalid-argument when its key cannot be unsealed any more. */
export async function ownModel(ctx: ModelCtx): Promise<ChatModel | null> {
  const row = await findModelRow(ctx.db, ctx.scope.owner);
  if (!row) return null;
  const { url, model, sealedKey } = row;
  const apiKey = sealedKey === null ? null : await openKey(ctx, url, sealedKey);
  return openAiModel(ctx.services.guardedPost, { url, model, apiKey });
}

/**
 * Lets a model at an address that speaks OpenAI's protocol answer from now on. The key is kept sealed, for this owner and this address: a
 * new address needs the key again, so that the key goes nowhere that it was not given for. invalid-argument for an address that may not be
 * called.
 */
export async function setChatModel(
  ctx: Pick<Ctx, "db" | "now" | "scope" | "services">,
  { url, model, apiKey }: SetChatModel,
): Promise<ModelInfo> {
  const { owner } = ctx.scope;
  await takeAttempt(ctx, "chat-model/owner", principalOf(owner));
  const address = usableAddress(ctx, url);
  const known = await findModelRow(ctx.db, owner);
  let sealedKey: string | null = null;
  if (apiKey === undefined && known?.url === address) sealedKey = known.sealedKey;
  else if (apiKey === undefined && known?.sealedKey)
    throw new AppError("invalid-argument", "The address has changed. Enter the API key for it again.", {
      data: { fields: ["apiKey"] },
    });
  else if (apiKey) sealedKey = await seal(ctx.services.config.sealKeys, boundTo(ctx, address), apiKey);
  await putModelRow(ctx.db, {
    ownerKind: owner.kind,
    ownerId: owner.id,
    url: address,
    model,
    sealedKey,
    updatedAt: ctx.now(),
  });
  return describeModel(ctx);
}

/** Returns to the deployment's model, if there is one, and deletes the key. */
export async function removeChatModel(ctx: ModelCtx): Promise<ModelInfo> {
  await deleteModelRow(ctx.db, ctx.scope.owner);
  return describeModel(ctx);
}

/** Checks an address before anything is stored; the addresses behind its host are checked with every call. */
function usableAddress({ services: { config } }: Pick<Ctx, "services">, address: string): string {
  try {
    const url = checkUrl(address, { loopbackHosts: config.loopbackHosts });
    if (url.protocol !== "https:" && !config.loopbackHosts.includes(url.hostname))
      throw new FetchRefused("bad-scheme", "it must begin with https://");
    if (url.search !== "") throw new FetchRefused("bad-url", "it must not have a query");
    return url.href.replace(/\/$/, "").replace(/\/chat\/completions$/, "");
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new AppError("invalid-argument", `This address can't be used: ${error.message}.`, {
      data: { fields: ["url"] },
      cause: error,
    });
  }
}

async function openKey(ctx: ModelCtx, url: string, sealedKey: string): Promise<string> {
  try {
    return await unseal(ctx.services.config.sealKeys, boundTo(ctx, url), sealedKey);
  } catch (cause) {
    throw new AppError(
      "invalid-argument",
      "The key of your model can't be opened any more. Enter it again in the chat's model settings.",
      {
        cause,
      },
    );
  }
}

function boundTo({ scope }: Pick<Ctx, "scope">, url: string): string {
  return `chat-model ${principalOf(scope.owner)} ${url}`;
}
