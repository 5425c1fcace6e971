import axe from "axe-core";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { applyEvent, newTurn } from "#schema/api/chat.ts";
import type { ToolRun, Turn, TurnEvent } from "#schema/api/chat.ts";
import { refusal, renderConsole } from "#web/test/console-page.tsx";
import type { Call } from "#web/test/console-page.tsx";
import ChatPage from "./chat-page.tsx";

const TEXT =
  "Alarms are kept.\nAlarms have guaranteed at-least-once execution. <img src=x onerror=\"document.title='owned'\">";
const QUOTE = "guaranteed at-least-once execution";
const START = TEXT.indexOf(QUOTE);

const RUN: ToolRun = {
  tool: "docenda_search_documentation",
  arguments: { query: "alarms", scope: "all", budget: 2000 },
  confidence: "sure",
  passages: [
    {
      number: 1,
      title: "Alarms",
      url: "https://docs.test/alarms#run",
      headingPath: ["Alarms", "Running"],
      source: "durable-objects",
      version: null,
      fetchedAt: "2026-11-21T00:00:00.000Z",
      text: TEXT,
    },
  ],
  notice: null,
  receipt: { tokensSent: 439, tokensWithheld: 0, tokensOfFullPages: 5000, creditsUsed: 1, creditsLeft: 41 },
};
const EVENTS: TurnEvent[] = [
  { type: "tool", run: RUN },
  {
    type: "part",
    part: {
      kind: "sentence",
      starts: "paragraph",
      text: "Alarms run **at least** once, by `alarm()`.",
      status: "supported",
      supports: [{ passage: 1, start: START, end: START + QUOTE.length }],
    },
  },
  {
    type: "part",
    part: { kind: "sentence", starts: "inline", text: "They are free.", status: "unsupported", supports: [] },
  },
  {
    type: "end",
    status: "done",
    model: { name: "stand-in", tokensIn: 900, tokensOut: 100, credits: 1 },
    problem: null,
  },
];

/** A server with one conversation whose turns end as `events` say; the first listener is cut off after two events. */
function server(events = EVENTS, more: Record<string, unknown> = {}) {
  const turns: Turn[] = [];
  let isCut = false;
  const answers: Record<string, unknown> = {
    "GET /api/chat/model": { kind: "ours", name: "stand-in", url: null, hasKey: false },
    "GET /api/chat/conversations": () => ({
      conversations:
        turns.length === 0
          ? []
          : [
              {
                id: "c",
                title: turns[0]!.question,
                moduleId: null,
                updatedAt: "2026-11-21T00:00:00.000Z",
                isShared: false,
              },
            ],
    }),
    "POST /api/chat/turns": ({ body }: Call) => {
      const { conversationId, turnId, question, replaces } = body as Record<string, string>;
      const at = turns.findIndex(({ id }) => id === replaces);
      if (at !== -1) turns.splice(at);
      turns.push(newTurn(turnId!, question!, "2026-11-21T00:00:00.000Z"));
      const path = `/api/chat/conversations/${conversationId}`;
      answers[`GET ${path}`] = () => ({
        id: conversationId,
        title: turns[0]!.question,
        moduleId: null,
        createdAt: "",
        updatedAt: "",
        turns: [...turns],
        sharedTurns: null,
      });
      answers[`POST ${path}/share`] = { token: "tok" };
      answers[`GET /api/chat/turns/${turnId}/events`] = ({ query }: Call) => {
        const after = Number(query.get("after"));
        const given = events.slice(after, isCut ? undefined : 2);
        if (isCut) turns[turns.length - 1] = events.reduce(applyEvent, turns.at(-1)!);
        isCut = true;
        return new Response(given.map((event) => `id: 0\ndata: ${JSON.stringify(event)}\n\n`).join(""), {
          headers: { "content-type": "text/event-stream" },
        });
      };
      return Response.json({ conversationId, turnId }, { status: 202 });
    },
    ...more,
  };
  return renderConsole(ChatPage, answers);
}

async function ask(question: string) {
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await userEvent.keyboard("{Enter}");
}

test("a question is asked by keyboard, a cut answer goes on, and a sentence leads to its words", async () => {
  document.title = "Chat";
  await page.viewport(1200, 900);
  const calls = server();
  await expect.element(page.getByRole("textbox", { name: "Question" })).toHaveFocus();
  await ask("How often do alarms run?");
  await expect.element(page.getByRole("heading", { name: "How often do alarms run?" })).toBeVisible();
  await expect.element(page.getByText("They are free.")).toBeVisible();
  await expect.element(page.getByText("Not in the passages")).toBeVisible();
  await expect.element(page.getByText("Searched: 1 passage")).toBeVisible();
  // Events that had come were not asked for again.
  const heard = calls.filter(({ path }) => path.endsWith("/events")).map(({ query }) => query.get("after"));
  expect(heard).toEqual(["0", "2"]);
  await expect.element(page.getByText("stand-in · 1,000 tokens · 1 credit")).toBeVisible();

  const mark = page.getByRole("button", { name: "Passage 1: Alarms", exact: true });
  (mark.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog", { name: "Passage 1: Alarms" })).toBeVisible();
  expect(document.querySelector("mark")?.textContent).toBe(QUOTE);
  await expect.element(page.getByText("<img src=x", { exact: false })).toBeVisible();
  expect(document.querySelector("[role=dialog] img")).toBeNull();
  expect(document.title).toBe("Chat");
  await userEvent.keyboard("{Escape}");

  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await page.getByText("Searched: 1 passage").click();
  await page.getByRole("button", { name: "Copy as MCP call: docenda_search_documentation" }).click();
  expect(JSON.parse(write.mock.calls[0]![0])).toMatchObject({
    method: "tools/call",
    params: { name: RUN.tool, arguments: RUN.arguments },
  });
  write.mockRestore();
  expect((await axe.run(document.querySelector("main")!)).violations.map(({ id }) => id)).toEqual([]);
});

test("a question is edited, which takes its place", async () => {
  const calls = server();
  await ask("How often do alarms run?");
  await page.getByRole("button", { name: "Edit: How often do alarms run?" }).click();
  await expect
    .element(page.getByRole("textbox", { name: "Question" }))
    .toHaveValue("How often do alarms run?");
  await ask("When do alarms run?");
  await expect.element(page.getByRole("heading", { name: "When do alarms run?" })).toBeVisible();
  const [first, second] = calls
    .filter(({ path }) => path === "/api/chat/turns")
    .map(({ body }) => body as Record<string, string>);
  expect(second).toMatchObject({ replaces: first!.turnId, conversationId: first!.conversationId });
  await expect
    .element(page.getByRole("heading", { name: "How often do alarms run?" }))
    .not.toBeInTheDocument();
});

test("without a model the passages are the answer, and a model can be entered", async () => {
  const none = { kind: "none", name: null, url: null, hasKey: false };
  const own = { kind: "own", name: "m", url: "https://model.test/v1", hasKey: true };
  const calls = server(
    [
      { type: "tool", run: RUN },
      { type: "end", status: "done", model: null, problem: null },
    ],
    {
      "GET /api/chat/model": none,
      "PUT /api/chat/model": own,
    },
  );
  await expect.element(page.getByText("No model is set", { exact: false })).toBeVisible();
  await ask("How often do alarms run?");
  await page.getByRole("button", { name: "1 Running" }).click();
  await expect.element(page.getByRole("dialog", { name: "Passage 1: Alarms" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Add a model" }).click();
  await page.getByRole("textbox", { name: "Address" }).fill("https://model.test/v1");
  await page.getByRole("textbox", { name: "Model" }).fill("m");
  await page.getByLabelText("API key").fill("sk-1");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByRole("button", { name: "Model: m" })).toBeVisible();
  expect(calls.findLast(({ method }) => method === "PUT")?.body).toEqual({
    url: own.url,
    model: "m",
    apiKey: "sk-1",
  });
});

test("too few credits, a model that is down and a refusal have words and a way on", async () => {
  const credits = { code: "resource-exhausted", message: "x", data: { required: 3, available: 2 } };
  server([{ type: "end", status: "failed", model: null, problem: credits }]);
  await ask("one?");
  await expect.element(page.getByRole("alert")).toHaveTextContent("It can cost 3, and you have 2.");
  await expect.element(page.getByRole("link", { name: "Upgrade" })).toBeVisible();

  const down = { code: "unavailable", message: "The model doesn't answer right now.", data: {} };
  server([
    { type: "tool", run: RUN },
    { type: "end", status: "failed", model: null, problem: down },
  ]);
  await ask("two?");
  await expect.element(page.getByRole("alert")).toHaveTextContent(down.message);
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();

  server(EVENTS, { "POST /api/chat/turns": refusal(429, "3 of your questions are being answered.") });
  await ask("three?");
  await expect.element(page.getByRole("alert")).toHaveTextContent("3 of your questions are being answered.");
  // The typed question is not lost.
  await expect.element(page.getByRole("textbox", { name: "Question" })).toHaveValue("three?");
});

test("on a phone nothing is wider than the screen, and a link is made", async () => {
  await page.viewport(360, 740);
  server();
  await ask("How often do alarms run?");
  await expect.element(page.getByText("They are free.")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  await expect
    .element(page.getByRole("textbox", { name: "Link" }))
    .toHaveValue(`${location.origin}/chat/shared/tok`);
});
