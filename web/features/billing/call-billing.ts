import { ApiError, codeOfStatus, isRecord } from "#web/api/errors.ts";
import { reach } from "#web/api/reach.ts";

/** The payer whose plan and credits are meant: the person, or a team. */
export type Payer = "self" | { teamId: string };

/** A billing call of the specification, section 7. */
type BillingCall = {
  method?: "POST" | "PUT";
  name: "create-subscription" | "purchase-credits" | "portal" | "manage-seats";
  body: unknown;
  /** The call's own words for a failure. */
  failed: (status: number) => string;
};

/** The address of a page to go to, which a call answers with. */
export async function pageOf(payer: Payer, call: BillingCall): Promise<string> {
  const { response, answer } = await send(payer, call);
  if (isRecord(answer) && typeof answer.url === "string") return answer.url;
  throw refusal(response, answer, call);
}

/** Makes a call whose answer matters only as a success. */
export async function succeed(payer: Payer, call: BillingCall): Promise<void> {
  const { response, answer } = await send(payer, call);
  if (!isRecord(answer) || answer.success !== true) throw refusal(response, answer, call);
}

/**
 * Makes a call. Throws a refusal with the server's text where there is one, else with the call's own words. A network error
 * keeps its words.
 */
async function send(payer: Payer, call: BillingCall): Promise<{ response: Response; answer: unknown }> {
  const path = payer === "self" ? "/api/billing" : `/api/teams/${encodeURIComponent(payer.teamId)}`;
  const response = await reach(`${path}/${call.name}`, {
    method: call.method ?? "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(call.body),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response, answer, call);
  return { response, answer };
}

function refusal(response: Response, answer: unknown, { failed }: BillingCall): ApiError {
  const said = isRecord(answer) && typeof answer.error === "string" ? answer.error : failed(response.status);
  return new ApiError(codeOfStatus(response.status), said, {
    requestId: response.headers.get("x-request-id"),
    data: isRecord(answer) ? answer.data : undefined,
  });
}
