import { AppError } from "#worker/errors.ts";
import { runModel } from "#worker/platform/workers-ai.ts";
import type { ChatModel } from "./chat-model.ts";
import { piecesOf } from "./openai-model.ts";

/** Used part of the binding; Workers AI has no local simulator, so tests give a stub. */
export type TextModels = {
  run(
    model: string,
    input: { messages: object[]; max_tokens: number; stream: true },
  ): Promise<ReadableStream<Uint8Array>>;
};

const MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";
const FIRST_ANSWER_MS = 30_000;

/** The model of an account with Workers AI. */
export function workersAiModel(ai: TextModels): ChatModel {
  return {
    name: "Llama 3.3 70B",
    async *answer(messages, { maxTokens, signal }) {
      const stream = await runModel(
        { binding: ai, name: MODEL },
        () => ai.run(MODEL, { messages, max_tokens: maxTokens, stream: true }),
        FIRST_ANSWER_MS,
      );
      if (!(stream instanceof ReadableStream))
        throw new AppError("unavailable", "The model doesn't answer right now. Try again in a minute.");
      for await (const piece of piecesOf(new Response(stream))) {
        if (signal.aborted) return;
        yield piece;
      }
    },
  };
}
