import { answerOf, api } from "#web/api/client.ts";

export async function sendMiss(json: { question: string; pageUrl?: string }) {
  return await answerOf(api.api["missed-questions"].$post({ json }));
}
