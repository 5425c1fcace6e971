import { EventSourceParserStream } from "eventsource-parser/stream";
import { AppError } from "#worker/errors.ts";
import { FetchRefused } from "../guarded-fetch.ts";
import type { GuardedPost } from "../guarded-post.ts";
import type { ChatModel, ModelMessage, ModelOptions } from "./chat-model.ts";

/** An address that speaks OpenAI's protocol, such as `https://api.openai.com/v1`, and the model to ask there. */
export type OpenAiSettings = { url: string; model: string; apiKey: string | null };

/** Limit on a stream's text, of which an answer is a small part. */
const MAX_CHARACTERS = 200_000;

/** A model behind the chat completions of OpenAI's protocol, asked for a stream. */
export function openAiModel(post: GuardedPost, { url, model, apiKey }: OpenAiSettings): ChatModel {
  const address = `${url.replace(/\/$/, "")}/chat/completions`;
  const headers: Record<string, string> = {
    accept: "text/event-stream",
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  };
  return {
    name: model,
    async *answer(messages, options) {
      const response = await ask(messages, options);
      yield* piecesOf(response);
    },
  };

  async function ask(messages: ModelMessage[], { maxTokens, signal }: ModelOptions): Promise<Response> {
    const request = { model, messages, stream: true };
    const send = (limit: object) =>
      post(address, { headers, body: { ...request, ...limit }, signal }).catch((cause: unknown) => {
        if (signal.aborted) throw cause;
        throw unreachable(cause);
      });
    const first = await send({ max_tokens: maxTokens });
    if (first.status !== 400) return requireStream(first);
    // Newer models of OpenAI itself want the limit under another name, other servers know the older one alone.
    await first.body?.cancel();
    return requireStream(await send({ max_completion_tokens: maxTokens }));
  }
}

/** The text of each event of a stream; none for other lines. */
export async function* piecesOf(response: Response): AsyncGenerator<string> {
  const events = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  let characters = 0;
  for await (const { data } of events) {
    if (data === "[DONE]") return;
    const piece = pieceOf(data);
    characters += piece.length;
    if (characters > MAX_CHARACTERS) return;
    if (piece !== "") yield piece;
  }
}

/** Text of an event: `choices[0].delta.content` of OpenAI's protocol, or `response` of Workers AI's older one. */
function pieceOf(data: string): string {
  try {
    const event = JSON.parse(data) as { response?: unknown; choices?: { delta?: { content?: unknown } }[] };
    const piece = event.choices?.[0]?.delta?.content ?? event.response;
    return typeof piece === "string" ? piece : "";
  } catch {
    return "";
  }
}

async function requireStream(response: Response): Promise<Response> {
  if (response.ok && response.body && response.headers.get("content-type")?.includes("text/event-stream"))
    return response;
  await response.body?.cancel();
  throw refused(response);
}

function refused({ ok, status }: Response): AppError {
  const data = { status };
  if (status === 401 || status === 403)
    return new AppError(
      "invalid-argument",
      "The model's address refuses the key. Check it in the chat's model settings.",
      { data },
    );
  if (status === 429)
    return new AppError(
      "unavailable",
      "The model's provider is limiting requests, or its quota is used up. Try again later.",
      { data },
    );
  if (ok || status < 500)
    return new AppError(
      "invalid-argument",
      `The model's address doesn't answer as expected (status ${status}). Check the address and the model's name in the chat's model settings.`,
      { data },
    );
  return new AppError("unavailable", "The model doesn't answer right now. Try again in a minute.", { data });
}

function unreachable(cause: unknown): AppError {
  if (cause instanceof FetchRefused && cause.kind !== "unreachable")
    return new AppError("invalid-argument", `The model's address can't be used: ${cause.message}.`, {
      cause,
    });
  return new AppError("unavailable", "The model's address can't be reached. Try again in a minute.", {
    cause,
  });
}
