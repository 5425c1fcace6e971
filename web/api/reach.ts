import { ApiError, codeOfStatus, isRecord } from "./errors.ts";

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

/** The JSON of an answer, null where it is none. Throws ApiError when the server refuses. */
export async function readJson(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  // Our routes put more under `data`, callables under `details`.
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const message = typeof error.message === "string" ? error.message : "";
  throw new ApiError(codeOfStatus(response.status), message, {
    requestId: requestIdOf(response),
    data: error.data ?? error.details,
  });
}

/** An answer that is not what was asked for. */
export function unreadable(
  response: Response,
  message = "The answer of the server could not be read.",
): ApiError {
  return new ApiError("internal", message, { requestId: requestIdOf(response) });
}

function requestIdOf(response: Response): string | null {
  return response.headers.get("x-request-id");
}
