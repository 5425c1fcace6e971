import type { InferRequestType } from "hono/client";
import { answerOf, api } from "#web/api/client.ts";

export type Opinion = InferRequestType<(typeof api.api)["page-opinions"]["$post"]>["json"];

export async function sendOpinion(json: Opinion) {
  return await answerOf(api.api["page-opinions"].$post({ json }));
}
