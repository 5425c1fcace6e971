import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";

/** One request of a client to its model, as far as the tools of a server go. */
export type ModelRequest = {
  /** Tools that the request lists, with the name by which the model calls each. */
  tools: { name: string; description: string }[];
  /** Results of tools so far, each as the text that the model reads. */
  results: string[];
  /** The whole request, as JSON. */
  body: string;
};

/** What the model does next: a call of a tool of the request, or the end of its turn. */
export type ModelTurn = { tool: string; arguments: Record<string, unknown> } | null;

export type ModelStandIn = { url: string; requests: ModelRequest[]; close(): Promise<void> };

type Json = Record<string, unknown>;
type Dialect = {
  read: (body: Json) => Omit<ModelRequest, "body">;
  /** Events of a streamed answer. Only streams are answered, which is what all the clients ask for. */
  events: (turn: ModelTurn, body: Json) => { event?: string; data: unknown }[];
};

const LAST_WORDS = "Done.";
const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The text of a result, which is a string or a list of parts with `text`. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return list(value)
    .map((part) => text(part["text"]))
    .join("\n");
}

/** Anthropic's Messages, as Claude Code asks. */
const messages: Dialect = {
  read: (body) => ({
    tools: list(body["tools"]).map((tool) => ({
      name: text(tool["name"]),
      description: text(tool["description"]),
    })),
    results: list(body["messages"])
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === "tool_result")
      .map(({ content }) => textOf(content)),
  }),
  events: (turn, { model }) => {
    const content_block = turn
      ? { type: "tool_use", id: `toolu_${crypto.randomUUID()}`, name: turn.tool, input: {} }
      : { type: "text", text: "" };
    const delta = turn
      ? { type: "input_json_delta", partial_json: JSON.stringify(turn.arguments) }
      : { type: "text_delta", text: LAST_WORDS };
    const stop = { stop_reason: turn ? "tool_use" : "end_turn", stop_sequence: null };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: "msg_1", type: "message", role: "assistant", model, content: [], usage };
    return [
      { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
      { type: "content_block_start", index: 0, content_block },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: stop, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ].map((data) => ({ event: data.type, data }));
  },
};

/** OpenAI's Responses, as Codex asks: an MCP server's tools are a namespace. */
const responses: Dialect = {
  read: (body) => ({
    tools: list(body["tools"])
      .flatMap((tool) => (tool["type"] === "namespace" ? list(tool["tools"]) : [tool]))
      .map((tool) => ({ name: text(tool["name"]), description: text(tool["description"]) })),
    results: list(body["input"])
      .filter(({ type }) => type === "function_call_output")
      .map(({ output }) => textOf(output)),
  }),
  events: (turn, body) => {
    const namespace = list(body["tools"]).find((tool) =>
      list(tool["tools"]).some(({ name }) => name === turn?.tool),
    )?.["name"];
    const call = turn && {
      type: "function_call",
      id: "fc_1",
      call_id: `call_${crypto.randomUUID()}`,
      name: turn.tool,
      ...(namespace !== undefined && { namespace }),
      arguments: JSON.stringify(turn.arguments),
    };
    const words = [{ type: "output_text", text: LAST_WORDS, annotations: [] }];
    const item = call ?? { type: "message", id: "msg_1", role: "assistant", content: words };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const response = { id: "resp_1", object: "response", model: body["model"], output: [item], usage };
    return [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.done", output_index: 0, item: { ...item, status: "completed" } },
      { type: "response.completed", response: { ...response, status: "completed" } },
    ].map((data) => ({ event: data.type, data }));
  },
};

/** OpenAI's Chat Completions, as opencode and Kimi Code ask. */
const chatCompletions: Dialect = {
  read: (body) => ({
    tools: list(body["tools"])
      .map((tool) => tool["function"] as Json)
      .map((tool) => ({ name: text(tool["name"]), description: text(tool["description"]) })),
    results: list(body["messages"])
      .filter(({ role }) => role === "tool")
      .map(({ content }) => textOf(content)),
  }),
  events: (turn, { model }) => {
    const call = turn && {
      index: 0,
      id: `call_${crypto.randomUUID()}`,
      type: "function",
      function: { name: turn.tool, arguments: JSON.stringify(turn.arguments) },
    };
    const said = call ? { content: null, tool_calls: [call] } : { content: LAST_WORDS };
    const chunk = { id: "chat_1", object: "chat.completion.chunk", created: 1, model };
    const finish_reason = call ? "tool_calls" : "stop";
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    return [
      { ...chunk, choices: [{ index: 0, delta: { role: "assistant", ...said }, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
      "[DONE]",
    ].map((data) => ({ data }));
  },
};

/** Google's generateContent, as Gemini CLI asks. */
const generateContent: Dialect = {
  read: (body) => ({
    tools: list(body["tools"])
      .flatMap((tool) => list(tool["functionDeclarations"]))
      .map((tool) => ({ name: text(tool["name"]), description: text(tool["description"]) })),
    results: list(body["contents"])
      .flatMap(({ parts }) => list(parts))
      .flatMap(({ functionResponse }) => (functionResponse ? [functionResponse as Json] : []))
      .map(({ response }) =>
        Object.values(response as Json)
          .map(textOf)
          .join("\n"),
      ),
  }),
  events: (turn) => {
    const part = turn ? { functionCall: { name: turn.tool, args: turn.arguments } } : { text: LAST_WORDS };
    const candidate = { index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    return [{ data: { candidates: [candidate], usageMetadata } }];
  },
};

const DIALECTS: [RegExp, Dialect][] = [
  [/\/messages$/u, messages],
  [/\/responses$/u, responses],
  [/\/chat\/completions$/u, chatCompletions],
  [/:streamGenerateContent$/u, generateContent],
];

/**
 * A model for the clients, on loopback, that speaks the four protocols which they speak. `decide` is asked at each request that
 * lists tools; a request without tools, such as the one for a title, gets a word.
 */
export async function startModelStandIn(decide: (request: ModelRequest) => ModelTurn): Promise<ModelStandIn> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = new URL(request.url ?? "/", "http://model.test").pathname;
    const dialect = DIALECTS.find(([pattern]) => pattern.test(path))?.[1];
    const body = Buffer.concat(chunks).toString();
    if (!dialect || body === "") return void response.writeHead(404).end("{}");
    const json = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
    const read = { ...dialect.read(json), body };
    if (read.tools.length > 0) requests.push(read);
    stream(response, dialect.events(read.tools.length > 0 ? decide(read) : null, json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function stream(response: ServerResponse, events: { event?: string; data: unknown }[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const { event, data } of events) {
    const name = event === undefined ? "" : `event: ${event}\n`;
    response.write(`${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
