import { FUNCTION_TIMEOUT_MS } from "#schema/values.ts";
import { isRecord } from "./errors.ts";
import { reach, readJson, unreadable } from "./reach.ts";

/** The words of the specification, section 8. */
export const NOT_JSON = "Response is not valid JSON object.";
export const NO_DATA = "Response is missing data field.";

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
  const body = await readJson(response);
  if (!isRecord(body)) throw unreadable(response, NOT_JSON);
  const answer = body.data ?? body.result;
  if (answer === undefined) throw unreadable(response, NO_DATA);
  return answer as Answer;
}
