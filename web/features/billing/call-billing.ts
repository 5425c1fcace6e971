import { ApiError, codeOfStatus, isRecord } from "#web/api/errors.ts";
import { reach } from "#web/api/reach.ts";

/**
 * Makes one of the billing calls of the specification, section 7, and returns the page to go to. The error is the server's text where
 * there is one, else the call's own words; a network error keeps its words.
 */
export async function callBilling(
  path: string,
  body: unknown,
  failed: (status: number) => string,
): Promise<string> {
  const response = await reach(`/api/billing/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isRecord(answer) && typeof answer.url === "string") return answer.url;
  const said = isRecord(answer) && typeof answer.error === "string" ? answer.error : failed(response.status);
  throw new ApiError(codeOfStatus(response.status), said, {
    requestId: response.headers.get("x-request-id"),
    data: isRecord(answer) ? answer.data : undefined,
  });
}
