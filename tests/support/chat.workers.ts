import { SELF } from "cloudflare:test";
import { applyEvent, newTurn } from "#schema/api/chat.ts";
import type { Turn, TurnEvent } from "#schema/api/chat.ts";
import { newId } from "#worker/platform/ids.ts";
import { ORIGIN, signedUp } from "./browser.workers.ts";
import type { Browser } from "./browser.workers.ts";
import { indexPages } from "./documents.workers.ts";

export const KETTLES = `# Descaling

Fill the zorbulator kettle with one litre of vinegar and boil it twice. Never descale a hot zorbulator kettle.

\`\`\`sh
kettle descale --twice
\`\`\`
`;
export const QUESTION = "How do I descale a zorbulator kettle with vinegar?";

export async function withKettles(userId: string, markdown = KETTLES): Promise<string> {
  const owner = { kind: "user", id: userId } as const;
  return indexPages({ owner, name: "kettles", url: `https://${userId.toLowerCase()}.test/` }, [
    { path: "descaling", title: "Descaling", markdown },
  ]);
}

/** A person with a verified address, credits and the kettles. */
export async function person() {
  const { browser, userId } = await signedUp({ isVerified: true });
  const sourceId = await withKettles(userId);
  return { browser, userId, sourceId };
}

export function newIds() {
  return { conversationId: newId("conv"), turnId: newId("turn") };
}

export async function ask(browser: Browser, input: Record<string, unknown> = {}, headers = {}) {
  const ids = { ...newIds(), ...input };
  const answer = await browser.post("/api/chat/turns", { question: QUESTION, ...ids }, headers);
  return { ...ids, ...answer } as typeof answer & { conversationId: string; turnId: string };
}

/** Headers of a browser for a request whose answer is read as it comes. */
export function headersOf({ cookies, ipAddress }: Browser): Record<string, string> {
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "cf-connecting-ip": ipAddress,
  };
}

export type Seen = { n: number; event: TurnEvent };

/** The events of a turn, to its end or until there are `most`. */
export async function listen(browser: Browser, path: string, most = Infinity): Promise<Seen[]> {
  const response = await SELF.fetch(ORIGIN + path, { headers: headersOf(browser) });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const seen: Seen[] = [];
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (seen.length < most) {
    const { done, value } = await reader.read();
    if (done) return seen;
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      const [, n, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      if (n && data) seen.push({ n: Number(n), event: JSON.parse(data) as TurnEvent });
    }
  }
  await reader.cancel();
  return seen.slice(0, most);
}

export function turnOf(seen: Seen[]): Turn {
  return seen.reduce((turn, { event }) => applyEvent(turn, event), newTurn("t", QUESTION, ""));
}

export async function answered(browser: Browser, input: Record<string, unknown> = {}) {
  const asked = await ask(browser, input);
  if (asked.status !== 202) throw new Error(`asking answered ${asked.status} ${JSON.stringify(asked.body)}`);
  const seen = await listen(browser, `/api/chat/turns/${asked.turnId}/events`);
  return { ...asked, seen, turn: turnOf(seen) };
}

export async function useModel(browser: Browser, model: string, apiKey = "sk-own"): Promise<void> {
  const body = { url: "https://model.test/v1", model, apiKey };
  const { status } = await browser.send("PUT", "/api/chat/model", body);
  if (status !== 200) throw new Error(`setting a model answered ${status}`);
}

export async function creditsOf(browser: Browser): Promise<number> {
  return (await browser.get("/api/credits")).body.totalCreditsAvailable;
}
