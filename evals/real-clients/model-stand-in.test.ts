import { afterEach, expect, it } from "vitest";
import { startModelStandIn } from "./model-stand-in.ts";
import type { ModelStandIn } from "./model-stand-in.ts";

const WORDS = "Cron strings start a schedule.";
const tool = { name: "docs_search", description: "Searches." };

/** A request of each protocol, before and after the tool's result, in the form of its published reference. */
const DIALECTS = {
  "Anthropic's Messages": {
    path: "/v1/messages?beta=true",
    tools: [tool],
    after: {
      messages: [
        { role: "user", content: "How?" },
        { role: "user", content: [{ type: "tool_result", content: [{ type: "text", text: WORDS }] }] },
      ],
    },
  },
  "OpenAI's Responses": {
    path: "/v1/responses",
    tools: [{ type: "namespace", name: "mcp__docs", tools: [{ type: "function", ...tool }] }],
    after: {
      input: [{ type: "function_call_output", output: [{ type: "input_text", text: WORDS }] }],
    },
  },
  "OpenAI's Chat Completions": {
    path: "/v1/chat/completions",
    tools: [{ type: "function", function: tool }],
    after: { messages: [{ role: "tool", content: WORDS }] },
  },
  "Google's generateContent": {
    path: "/v1beta/models/any:streamGenerateContent?alt=sse",
    tools: [{ functionDeclarations: [tool] }],
    after: { contents: [{ parts: [{ functionResponse: { response: { output: WORDS } } }] }] },
  },
};

let model: ModelStandIn | undefined;
afterEach(() => model?.close());

it.each(Object.entries(DIALECTS))("calls a tool and reads its result in %s", async (_, dialect) => {
  const { path, tools, after } = dialect;
  model = await startModelStandIn(({ results }) =>
    results.length === 0 ? { tool: "docs_search", arguments: { query: "cron" } } : null,
  );
  const { url, requests } = model;
  const ask = async (body: object) => {
    const response = await fetch(url + path, { method: "POST", body: JSON.stringify(body) });
    return response.text();
  };

  const called = await ask({ tools });
  expect(called).toContain("docs_search");
  expect(called.replaceAll("\\", "")).toContain('{"query":"cron"}');
  expect(await ask({ tools, ...after })).toContain("Done.");
  expect(requests.map(({ results }) => results)).toEqual([[], [WORDS]]);
  expect(requests[0]!.tools).toEqual([tool]);
});

it("answers a request without tools, such as one for a title, and does not count it", async () => {
  model = await startModelStandIn(() => ({ tool: "docs_search", arguments: {} }));
  const response = await fetch(`${model.url}/v1/messages`, { method: "POST", body: '{"messages":[]}' });
  expect(await response.text()).toContain("Done.");
  expect(model.requests).toEqual([]);
});
