import { PERSONAL_SCOPE } from "#schema/values.ts";
import { ApiError, codeOfStatus, isRecord } from "./errors.ts";
import { resetSelectedTeam, selectedTeamId } from "./selected-team.ts";

/** `fetch` for the selected team, that says in words when nothing answers. */
export async function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const teamId = selectedTeamId();
    if (teamId === PERSONAL_SCOPE) return await fetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set("x-team-id", teamId);
    const response = await fetch(input, { ...init, headers });
    if (response.status === 403) await leaveLostTeam(response.clone());
    return response;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "TimeoutError")
      throw new ApiError("deadline-exceeded", "The server took too long to answer. Please try again.", {
        cause,
      });
    if (init?.signal?.aborted) throw cause;
    throw new ApiError("network", "Network error. Please check your connection", { cause });
  }
}

/** Goes back to the person's own account when they are not in the selected team any more. */
async function leaveLostTeam(response: Response): Promise<void> {
  const body: unknown = await response.json().catch(() => null);
  if (!isRecord(body)) return;
  const details = isRecord(body.error) ? (body.error.data ?? body.error.details) : body.data;
  if (!isRecord(details) || details.reason !== "not-a-member") return;
  resetSelectedTeam();
  location.assign("/dashboard");
}

/** The JSON of an answer, or null where the body is no JSON. Throws ApiError when the server refuses. */
export async function readJson(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  // Our routes put more facts under `data`, callables under `details`.
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  // Team calls have the text itself as `error`, and more facts beside the text.
  const text = isRecord(body) ? body.error : null;
  const message = typeof text === "string" ? text : typeof error.message === "string" ? error.message : "";
  throw new ApiError(codeOfStatus(response.status), message, {
    requestId: requestIdOf(response),
    data: error.data ?? error.details ?? (isRecord(body) ? body.data : undefined),
  });
}

/** The error for an answer that is not what was asked for. */
export function unreadable(
  response: Response,
  message = "The answer of the server could not be read.",
): ApiError {
  return new ApiError("internal", message, { requestId: requestIdOf(response) });
}

function requestIdOf(response: Response): string | null {
  return response.headers.get("x-request-id");
}
