import axe from "axe-core";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SearchAnswer } from "#web/features/search/queries.ts";
import { refusal, renderConsole } from "#web/test/console-page.tsx";
import type { Call } from "#web/test/console-page.tsx";
import SearchPage from "./search-page.tsx";

const PASSAGE = {
  title: "Scheduling",
  url: "https://docs.test/scheduling#cron",
  headingPath: ["Scheduling", "Cron"],
  source: "agents",
  version: "0.32.0",
  fetchedAt: "2026-11-21T00:00:00.000Z",
  contentHash: "abc",
  tokens: 120,
  text: "## Cron\n\nUse `schedule()`:\n\n```ts\nawait this.schedule('0 8 * * *')\n```\n\n<img src=x onerror=\"document.title='owned'\">",
};

function answerWith(passages: (typeof PASSAGE)[], more: Partial<SearchAnswer> = {}): SearchAnswer {
  return {
    text: "…",
    passages,
    confidence: passages.length > 0 ? "sure" : "absent",
    leftOut: [
      { title: "Pump, page 15", headingPath: [], url: "pdf://Manuals/pump.pdf#page=15", tokens: 7589 },
    ],
    alreadySent: [],
    passagesAlreadySent: 0,
    sources: ["agents"],
    versionAsked: null,
    session: "s_0123456789",
    receipt: {
      tokensSent: 150,
      tokensWithheld: 0,
      tokensOfFullPages: 7000,
      creditsUsed: passages.length > 0 ? 1 : 0,
      creditsLeft: 41,
    },
    mcp: { request: '{"method": "tools/call"}', response: '{"result": {}}' },
    ...more,
  };
}

const READ = {
  text: "agents 0.32.0 · page of 7,000 tokens · fetched 2026-11-21\n<doc-abc123>\nScheduling\nhttps://docs.test/scheduling\n\n# The whole of it\n</doc-abc123>",
  page: { ...PASSAGE, isWhole: false, tokens: 900 },
  session: "s_0123456789",
  receipt: { ...answerWith([PASSAGE]).receipt, tokensSent: 900, tokensOfFullPages: 900 },
  mcp: { request: "{}", response: "{}" },
};

const SERVER = {
  "GET /api/sources": { sources: [{ name: "agents" }, { name: "hono" }] },
  "GET /api/credits": { totalCreditsAvailable: 42 },
  "POST /api/search": () => answerWith([PASSAGE]),
  "POST /api/read": READ,
};

async function ask(question: string) {
  await page.getByRole("textbox", { name: "Question" }).fill(question);
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
}

test("a question is asked by keyboard, and its answer is text with the call beside it", async () => {
  document.title = "Search";
  await page.viewport(1200, 900);
  const calls = renderConsole(SearchPage, SERVER);
  await expect.element(page.getByRole("textbox", { name: "Question" })).toHaveFocus();
  await expect.element(page.getByText("You have 42 left.")).toBeVisible();
  await expect
    .element(
      page.getByText("1 credit; free when the answer isn't sure, or when you ask again within 60 seconds."),
    )
    .toBeVisible();

  await page.getByRole("combobox", { name: "Sources" }).fill("agents");
  await ask("schedule every day");
  await expect.element(page.getByRole("heading", { name: "1 passage" })).toBeVisible();
  expect(calls.findLast(({ path }) => path === "/api/search")?.body).toEqual({
    query: "schedule every day",
    sources: ["agents"],
  });
  await expect.element(page.getByText("await this.schedule('0 8 * * *')")).toBeVisible();
  await expect.element(page.getByText("<img src=x", { exact: false })).toBeVisible();
  expect(document.querySelector("main img")).toBeNull();
  // Addresses that a browser can open are links, and no others.
  expect([...document.querySelectorAll("main a")].map(({ textContent }) => textContent)).toEqual([
    "Scheduling",
  ]);
  await expect.element(page.getByText("Pump, page 15")).toBeVisible();
  expect(document.title).toBe("Search");

  await page.getByRole("button", { name: "MCP call" }).click();
  await expect
    .element(page.getByRole("group", { name: "MCP request" }))
    .toHaveTextContent('{"method": "tools/call"}');
  await userEvent.keyboard("{Escape}");

  await page.getByRole("button", { name: "Read · 1 credit: Scheduling" }).click();
  await expect.element(page.getByText("The whole of it")).toBeVisible();
  await expect.element(page.getByText("<doc-abc123>")).not.toBeInTheDocument();
  expect(calls.findLast(({ path }) => path === "/api/read")?.body).toEqual({
    url: PASSAGE.url,
    session: "s_0123456789",
  });
  // The search read one section: the page around it is a click away.
  await page.getByRole("button", { name: "Read the page around it · 1 credit" }).click();
  await expect
    .poll(() => calls.findLast(({ path }) => path === "/api/read")?.body)
    .toEqual({ url: "https://docs.test/scheduling", session: "s_0123456789" });
});

test("in the same session nothing is repeated, and what was there before can be shown", async () => {
  renderConsole(SearchPage, {
    ...SERVER,
    "POST /api/search": ({ body }: Call) =>
      (body as { session?: string }).session
        ? answerWith([], { passagesAlreadySent: 1, leftOut: [] })
        : answerWith([PASSAGE]),
  });
  await ask("schedule every day");
  await page.getByRole("checkbox", { name: "Leave out what was found before" }).click();
  await ask("schedule every day at 8");
  await expect.element(page.getByText("1 passage was found before and is not repeated.")).toBeVisible();
  await page.getByRole("button", { name: "Show earlier results" }).click();
  await expect.element(page.getByRole("link", { name: "Scheduling" })).toBeVisible();
});

test("passages that may not answer say so, and that they were free", async () => {
  const nearest = answerWith([PASSAGE], { confidence: "nearest" });
  nearest.receipt.creditsUsed = 0;
  renderConsole(SearchPage, { ...SERVER, "POST /api/search": nearest });
  await ask("schedule every day");
  await expect.element(page.getByText("they may not answer this", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "1 passage" })).toBeVisible();
  await expect.element(page.getByText("No credit used")).toBeVisible();
});

test("nothing found, nothing left and a failure each have words and a way on", async () => {
  const answers: unknown[] = [
    answerWith([], { leftOut: [] }),
    refusal(500, "Something went wrong on our side."),
    refusal(429, "Not enough credits"),
  ];
  renderConsole(SearchPage, { ...SERVER, "POST /api/search": () => answers.shift() });
  await page.getByRole("button", { name: "vitest mock a module" }).click();
  await expect.element(page.getByRole("textbox", { name: "Question" })).toHaveValue("vitest mock a module");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect.element(page.getByText("No results for 'vitest mock a module'")).toBeVisible();

  await ask("again");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong on our side.");

  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("You have no credits left.", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test.each([
  ["light", 1200],
  ["dark", 390],
  ["light", 320],
])("no rule of accessibility is broken: %s, %i px", async (theme, width) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = "en";
  document.title = "Search";
  await page.viewport(width, 900);
  renderConsole(SearchPage, SERVER);
  await ask("schedule every day");
  await page.getByRole("button", { name: "Read · 1 credit: Scheduling" }).click();
  await expect.element(page.getByText("The whole of it")).toBeVisible();
  const { violations } = await axe.run(document.body, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});
