import { FUNCTION_TIMEOUT_MS } from "#schema/values.ts";
import { reach, refusal } from "./client.ts";
import { ApiError, isRecord } from "./errors.ts";

/**
 * Calls a callable function by name with the protocol of the specification, section 7: `{data}` goes out, the answer is
 * under `data`, or else under `result`. Throws ApiError; its code follows from the HTTP status.
 */
export async function callFunction<Answer>(name: string, data: unknown = null): Promise<Answer> {
  const response = await reach(`/api/functions/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data }),
    signal: AbortSignal.timeout(FUNCTION_TIMEOUT_MS),
  });
  const requestId = response.headers.get("x-request-id");
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, body, requestId);
  if (!isRecord(body)) throw new ApiError("internal", "Response is not valid JSON object.", { requestId });
  const answer = body.data ?? body.result;
  if (answer === undefined) throw new ApiError("internal", "Response is missing data field.", { requestId });
  return answer as Answer;
}
