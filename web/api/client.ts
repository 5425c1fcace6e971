import { hc } from "hono/client";
import type { ClientResponse } from "hono/client";
import type { ApiType } from "#worker/app.ts";
import { ApiError, codeOfStatus, isRecord } from "./errors.ts";

/** The routes of the worker, typed. The cookie of the session goes along by itself. */
export const api = hc<ApiType>("/", { fetch: reach });

/** The JSON of an answer. Throws ApiError when the server refuses, is not there, or sends something else. */
export async function answerOf<T>(pending: Promise<ClientResponse<T>>): Promise<T> {
  const response = await pending;
  const requestId = response.headers.get("x-request-id");
  const body = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, body, requestId);
  if (body === null)
    throw new ApiError("internal", "The answer of the server could not be read.", { requestId });
  return body as T;
}

/** `fetch` that says in words when nothing answers. */
export async function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "TimeoutError")
      throw new ApiError("deadline-exceeded", "The server took too long to answer. Please try again.", {
        cause,
      });
    if (init?.signal?.aborted) throw cause;
    throw new ApiError("network", "Network error. Please check your connection", { cause });
  }
}

/** What a refused call says of itself: our routes put more under `data`, callables under `details`. */
export function refusal(status: number, body: unknown, requestId: string | null): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const message = typeof error.message === "string" ? error.message : "";
  return new ApiError(codeOfStatus(status), message, { requestId, data: error.data ?? error.details });
}
