import { expect, it } from "vitest";
import { createGuardedPost } from "#worker/platform/guarded-post.ts";
import { openAiModel } from "./openai-model.ts";
import { workersAiModel } from "./workers-ai-model.ts";

const MESSAGES = [{ role: "user" as const, content: "hello" }];
const SETTINGS = { url: "https://model.test/v1/", model: "m", apiKey: "sk-1" };
const OPTIONS = { maxTokens: 9, signal: new AbortController().signal };

type Sent = { url: string; headers: Headers; body: Record<string, unknown> };

/** A model behind a network that gives these answers in turn. */
function modelBehind(...answers: Response[]) {
  const sent: Sent[] = [];
  const post = createGuardedPost({
    loopbackHosts: [],
    resolve: async () => ["93.184.215.14"],
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        headers: new Headers(init?.headers),
        body: JSON.parse(String(init?.body)),
      });
      expect(init?.redirect).toBe("manual");
      return answers.shift()!;
    },
  });
  return { sent, model: openAiModel(post, SETTINGS) };
}

function events(...data: string[]): Response {
  const body = data.map((line) => `data: ${line}\n\n`).join("");
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

const refuseAll = async () => expect.fail("it was sent");
const piece = (content: unknown) => JSON.stringify({ choices: [{ delta: { content } }] });

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const one of pieces) text += one;
  return text;
}

it("reads a stream of OpenAI's protocol and sends the key to that address", async () => {
  const { model, sent } = modelBehind(
    events(piece("Hel"), "{broken", piece(null), piece("lo"), "[DONE]", piece("!")),
  );
  expect(await textOf(model.answer(MESSAGES, OPTIONS))).toBe("Hello");
  expect(sent).toMatchObject([
    {
      url: "https://model.test/v1/chat/completions",
      body: { model: "m", messages: MESSAGES, stream: true, max_tokens: 9 },
    },
  ]);
  expect(sent[0]!.headers.get("authorization")).toBe("Bearer sk-1");
});

it("names the limit as newer models want it, where the older name is refused", async () => {
  const { model, sent } = modelBehind(new Response("{}", { status: 400 }), events(piece("ok")));
  expect(await textOf(model.answer(MESSAGES, OPTIONS))).toBe("ok");
  expect(sent.map(({ body }) => Object.keys(body).at(-1))).toEqual(["max_tokens", "max_completion_tokens"]);
});

it.each([
  [new Response("<b>no</b>", { status: 401 }), "invalid-argument", /refuses the key/],
  [new Response("no", { status: 404 }), "invalid-argument", /status 404/],
  [new Response("slow down", { status: 429 }), "unavailable", /limiting/],
  [new Response("oops", { status: 502 }), "unavailable", /doesn't answer/],
  [Response.json({ choices: [] }), "invalid-argument", /as expected/],
  [
    new Response(null, { status: 307, headers: { location: "https://evil.test" } }),
    "invalid-argument",
    /redirects/,
  ],
])("says in our words what is wrong with %s", async (answer, code, message) => {
  const { model } = modelBehind(answer);
  await expect(textOf(model.answer(MESSAGES, OPTIONS))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
});

it("sends no key without https, nor to an address inside", async () => {
  const signal = OPTIONS.signal;
  const request = { headers: {}, body: {}, signal };
  const inside = createGuardedPost({
    loopbackHosts: [],
    resolve: async () => ["10.0.0.7"],
    fetch: refuseAll,
  });
  await expect(inside("https://model.test/v1", request)).rejects.toMatchObject({ kind: "refused-address" });
  await expect(inside("http://model.test/v1", request)).rejects.toMatchObject({ kind: "bad-scheme" });
  await expect(inside("https://127.0.0.1/v1", request)).rejects.toMatchObject({ kind: "refused-address" });
});

it("reads the stream of Workers AI, and says when it does not answer", async () => {
  const asked: object[] = [];
  const model = workersAiModel({
    run: async (name, input) => {
      asked.push({ name, ...input });
      return events(JSON.stringify({ response: "Hel" }), JSON.stringify({ response: "lo" }), "[DONE]").body!;
    },
  });
  expect(await textOf(model.answer(MESSAGES, OPTIONS))).toBe("Hello");
  expect(asked).toMatchObject([{ messages: MESSAGES, max_tokens: 9, stream: true }]);
  const away = workersAiModel({
    run: async () => Promise.reject(new Error("3040: Capacity temporarily exceeded")),
  });
  await expect(textOf(away.answer(MESSAGES, OPTIONS))).rejects.toMatchObject({ code: "unavailable" });
});
