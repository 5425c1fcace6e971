import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { freePort } from "../server.ts";

/**
 * A stand-in for a model that speaks OpenAI's protocol: it picks the sentences of the passages that share the most words with the question
 * and cites them. The stand-in writes nothing of its own, so its answers are as good as the search. Other names play other models.
 */

type Message = { role: string; content: string };
type Passage = { number: number; text: string };

/** Behaviour of each model by its name. */
export const PLAYED_MODELS = {
  /** Answers from the passages. */
  extract: "stand-in",
  /** Says the answer that `recordAnswers` has set for the question; 404 for others. */
  replay: "replay",
  /** Answers 503, as a model that is down. */
  down: "down",
  /** Says one sentence and then nothing, until its caller goes. */
  hangs: "hangs",
  /** Obeys orders in a passage. */
  obeys: "obeys",
  /** States what no passage says. */
  invents: "invents",
} as const;

const MAX_SENTENCES = 3;
const STOP =
  /^(?:the|and|for|are|was|you|your|how|what|when|does|with|that|this|from|can|into|not|its|is|it|in|of|to|a|an|do|i|on|be|or)$/;

/** Answers recorded for questions, by the question. */
const recordings = new Map<string, string>();

/** Has the model `replay` give these answers, each to its question. */
export function recordAnswers(answers: Record<string, string>): void {
  for (const [question, answer] of Object.entries(answers)) recordings.set(question.trim(), answer);
}

/** The answer to one request of the protocol: chat completions as a stream. */
export async function answerAsModel(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method === "PUT" && pathname === "/recordings") {
    recordAnswers((await request.json()) as Record<string, string>);
    return new Response("kept");
  }
  if (request.method !== "POST" || !pathname.endsWith("/chat/completions"))
    return refusal(404, "no such path");
  const { model, messages } = (await request.json()) as { model: string; messages: Message[] };
  if (request.headers.get("authorization") === "Bearer wrong") return refusal(401, "wrong key");
  if (model === PLAYED_MODELS.down) return refusal(503, "<b>down</b> for maintenance");
  const { question, passages } = readPrompt(messages.at(-1)?.content ?? "");
  switch (model) {
    case PLAYED_MODELS.hangs:
      return stream(`${extract(question, passages)}\n`, { isEndless: true });
    case PLAYED_MODELS.obeys:
      return stream(obey(passages));
    case PLAYED_MODELS.invents:
      return stream('The moon is made of 42 green cheeses. It is so [1 "green cheeses are on the moon"].');
    case PLAYED_MODELS.replay: {
      const answer = recordings.get(question);
      return answer === undefined ? refusal(404, "nothing was recorded") : stream(answer);
    }
    default:
      return stream(extract(question, passages));
  }
}

/** Runs the model on 127.0.0.1. */
export async function startModel(port: number): Promise<{ url: string; close(): Promise<void> }> {
  const url = `http://127.0.0.1:${await freePort(port)}`;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const headers = new Headers(request.headers as Record<string, string>);
      const { method = "GET" } = request;
      const asked = new Request(url + request.url, { method, headers, ...(body !== "" && { body }) });
      const answer = await answerAsModel(asked);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      const reader = answer.body!.getReader();
      response.on("close", () => void reader.cancel().catch(() => {}));
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        response.write(value);
      }
      response.end();
    })().catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(Number(new URL(url).port), "127.0.0.1", done));
  return {
    url: `${url}/v1`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** The question and the passages of a prompt of `worker/chat/prompt.ts`. */
function readPrompt(prompt: string): { question: string; passages: Passage[] } {
  const found = prompt.matchAll(/<(passage-\w+) passage="(\d+)">\n[^\n]*\n\n([\s\S]*?)\n<\/\1>/g);
  const passages = Array.from(found, ([, , number, text = ""]) => ({ number: Number(number), text }));
  return { question: prompt.slice(prompt.lastIndexOf("Question: ") + 10).trim(), passages };
}

/** The sentences that share most words with the question, their first words as quotation, and the best passage's first block of code. */
function extract(question: string, passages: Passage[]): string {
  const asked = wordsOf(question);
  const sentences = passages.flatMap(({ number, text }) =>
    text
      .replace(/```[\s\S]*?(?:```|$)/g, "\n")
      .split(/\n+|(?<=[.!?])\s+/)
      .map((line) => line.trim())
      .filter((line) => /^[A-Z`].{20,300}[.!]$/.test(line) && !line.includes('"') && !line.includes("]("))
      .map((line) => ({ number, line, score: share(asked, line) })),
  );
  const best = sentences
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_SENTENCES);
  if (best.length === 0) return "The passages don't answer this.";
  const said = best.map(
    ({ number, line }) =>
      `${line} [${number} "${line.split(/\s+/).slice(0, 12).join(" ").replace(/[.!]$/, "")}"]`,
  );
  const code = /```(\w*)\n([\s\S]*?)```/.exec(
    passages.find(({ number }) => number === best[0]!.number)?.text ?? "",
  );
  return [said.join("\n\n"), ...(code ? [`\`\`\`${code[1]}\n${code[2]}\`\`\``] : [])].join("\n\n");
}

/** The answer of a model without judgement: repeats the first order in the passages. */
function obey(passages: Passage[]): string {
  const order = /(?:say|write|reply)[^\n]*?["“]([^"”\n]+)["”]/i.exec(
    passages.map(({ text }) => text).join("\n"),
  );
  return `${order?.[1] ?? "Nothing was ordered"}. See ![here](https://evil.test/?leak=1) and [this](https://evil.test/).`;
}

function share(asked: Set<string>, line: string): number {
  const words = wordsOf(line);
  return [...asked].filter((word) => words.has(word)).length;
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
  return new Set(
    words.filter((word) => !STOP.test(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, "")),
  );
}

function stream(text: string, { isEndless = false } = {}): Response {
  const pieces = text.match(/[\s\S]{1,24}/g) ?? [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (data: string) => controller.enqueue(new TextEncoder().encode(`data: ${data}\n\n`));
      for (const content of pieces) send(JSON.stringify({ choices: [{ index: 0, delta: { content } }] }));
      if (isEndless) return;
      send("[DONE]");
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function refusal(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status });
}
