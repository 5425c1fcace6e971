import { expect, it } from "vitest";
import type { PublicSearchAnswer } from "#schema/api/public-search.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { newBrowser } from "#tests/support/browser.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { LIMITS } from "#worker/rate-limits/limits.ts";

const QUERY = "How do I reject unknown keys in an object?";

function strictPage(marker: string) {
  const markdown = `# Objects\n\n## Unknown keys\n\nUse \`z.strictObject()\` to reject unknown keys in an object. ${marker}\n\n## Optional keys\n\nUse \`z.optional()\` for a key that may be absent.\n`;
  return [{ path: "objects", title: "Objects", markdown }];
}

function ask(browser: ReturnType<typeof newBrowser>, body: unknown) {
  return browser.post("/api/public-search", body);
}

it("answers anybody from public documentation, with the tokens that it sent", async () => {
  await indexPages({ name: "zod", url: "https://zod.test/" }, strictPage("Marker-of-everybody."));
  const { status, body, headers } = await ask(newBrowser(), { query: QUERY });
  const answer = body as PublicSearchAnswer;
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(answer).toMatchObject({ confidence: "sure", passages: [{ source: "zod", title: "Objects" }] });
  expect(answer.passages[0]!.text).toContain("z.strictObject()");
  expect(answer.receipt.tokensSent).toBeGreaterThan(answer.passages[0]!.tokens);
  expect(answer.receipt.tokensOfFullPages).toBeGreaterThan(0);

  const ofSource = await ask(newBrowser(), { query: QUERY, source: "npm:zod" });
  expect(ofSource.body.sources).toEqual(["zod"]);
});

it("never answers from what somebody owns, even under its own name or with its owner's cookies", async () => {
  const { owner } = ctxOf(await makeAccount()).scope;
  await indexPages(
    { owner, name: "house-rules", url: "https://private.test/" },
    strictPage("Marker-of-ada."),
  );
  const { body } = await ask(newBrowser(), { query: QUERY });
  expect(JSON.stringify(body)).not.toContain("Marker-of-ada");
  const named = await ask(newBrowser(), { query: QUERY, source: "house-rules" });
  expect(named).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
  expect(JSON.stringify(named.body)).not.toContain("private.test");
});

it("refuses what is no question", async () => {
  const browser = newBrowser();
  for (const body of [{}, { query: " " }, { query: "x".repeat(301) }, { query: QUERY, source: "" }])
    expect((await ask(browser, body)).status).toBe(400);
});

it("lets a network search so many times an hour, and says what to do then", async () => {
  const ipAddress = "203.0.113.77";
  const { max } = LIMITS["public-search/network"];
  const statuses = [];
  for (let n = 0; n < max; n += 1) statuses.push((await ask(newBrowser(ipAddress), { query: "zod" })).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await ask(newBrowser(ipAddress), { query: QUERY });
  expect(refused.status).toBe(429);
  expect(refused.body.error.message).toContain("Sign up for an API key");
  expect((await ask(newBrowser("203.0.113.78"), { query: QUERY })).status).toBe(200);
});

it("offers questions about what is indexed here, by the names that it has here", async () => {
  await indexPages({ name: "Undici", url: "https://undici.test/" }, strictPage(""));
  const { body, headers } = await newBrowser().get("/api/public-search/examples");
  expect(headers.get("cache-control")).toBe("public, max-age=300");
  expect(body.examples).toContainEqual({
    library: "Undici",
    question: "How do I mock a request in a test?",
  });
  expect(body.examples.map(({ library }: { library: string }) => library)).not.toContain("Vite");
});
