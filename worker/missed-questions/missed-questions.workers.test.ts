import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { missedQuestions } from "#schema/index.ts";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { newBrowser } from "#tests/support/browser.workers.ts";
import { LIMITS } from "#worker/rate-limits/limits.ts";

const { db } = systemCtx();
const PATH = "/api/missed-questions";

it("keeps a report of anybody, once, without who sent it", async () => {
  const report = { question: " How do I cancel a fetch in undici? ", pageUrl: "https://undici.test/abort" };
  const browser = newBrowser();
  for (let times = 0; times < 2; times += 1)
    expect(await browser.post(PATH, report)).toMatchObject({ status: 200, body: { status: "noted" } });
  const rows = await db
    .select()
    .from(missedQuestions)
    .where(eq(missedQuestions.question, report.question.trim()));
  expect(rows).toMatchObject([{ pageUrl: report.pageUrl }]);
  expect(JSON.stringify(rows)).not.toContain(browser.ipAddress);
});

it("refuses what is no question and no web address", async () => {
  const browser = newBrowser();
  for (const report of [
    {},
    { question: " " },
    { question: "x".repeat(501) },
    { question: "a", pageUrl: "javascript:alert(1)" },
    { question: "a", pageUrl: "not an address" },
  ])
    expect((await browser.post(PATH, report)).status).toBe(400);
});

it("lets a network send only so many an hour", async () => {
  const browser = newBrowser("203.0.113.90");
  const statuses = [];
  for (let n = 0; n <= LIMITS["missed-question/network"].max; n += 1)
    statuses.push((await browser.post(PATH, { question: `Question ${n}` })).status);
  expect(statuses.at(-1)).toBe(429);
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
});
