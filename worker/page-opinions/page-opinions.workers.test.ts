import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { OPINION_CHARACTERS } from "#schema/api/page-opinions.ts";
import { pageOpinions } from "#schema/index.ts";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { newBrowser } from "#tests/support/browser.workers.ts";
import type { Caller } from "#worker/context.ts";
import { NO_CALLER } from "#worker/context.ts";
import { LIMITS } from "#worker/rate-limits/limits.ts";
import { noteOpinion } from "./note-opinion.ts";

const { db, services } = systemCtx();
const NOON = "2026-11-21T12:00:00Z";

function ctxOf(caller: Partial<Caller>, time = NOON) {
  return { db, services, caller: { ...NO_CALLER, ...caller }, now: () => new Date(time) };
}

async function opinionsOf(path: string) {
  const rows = await db.select().from(pageOpinions).where(eq(pageOpinions.path, path));
  return rows.map(({ day, isUseful, words }) => ({ day, isUseful, words }));
}

it("writes down what anybody says of a page", async () => {
  const answer = await newBrowser().post("/api/page-opinions", {
    path: "/docs/tools",
    isUseful: false,
    words: "  Which one is for pages?  ",
  });
  expect(answer).toMatchObject({ status: 200, body: { status: "noted" } });
  expect(await opinionsOf("/docs/tools")).toEqual([
    { day: new Date().toISOString().slice(0, 10), isUseful: false, words: "Which one is for pages?" },
  ]);
});

it("counts a visitor once a day for a page, and keeps nothing that tells who it was", async () => {
  const ada = { ipAddress: "192.0.2.1", userAgent: "A browser" };
  const path = "/docs/errors";
  await noteOpinion(ctxOf(ada), { path, isUseful: false, words: "Too short." });
  await noteOpinion(ctxOf(ada), { path, isUseful: true });
  expect(await opinionsOf(path)).toEqual([{ day: "2026-11-21", isUseful: true, words: "Too short." }]);
  await noteOpinion(ctxOf({ ...ada, userAgent: "Another browser" }), { path, isUseful: true });
  await noteOpinion(ctxOf(ada, "2026-11-22T12:00:00Z"), { path, isUseful: true });
  await noteOpinion(ctxOf(ada), { path: "/docs", isUseful: true });
  expect(await opinionsOf(path)).toHaveLength(3);
  const rows = await db.select().from(pageOpinions);
  expect(new Set(rows.map(({ visitor }) => visitor)).size).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(rows)).not.toContain("192.0.2.1");
});

it("refuses what is no page of the documentation, and what is too long", async () => {
  const browser = newBrowser();
  for (const path of ["/", "/docs/nothing", "/docs/tools/", "/DOCS", "/dashboard", "/docs?a=1"]) {
    const answer = await browser.post("/api/page-opinions", { path, isUseful: true });
    expect([path, answer.status]).toEqual([path, 400]);
  }
  const words = "x".repeat(OPINION_CHARACTERS + 1);
  const tooLong = await browser.post("/api/page-opinions", { path: "/docs", isUseful: true, words });
  expect(tooLong.status).toBe(400);
  expect((await browser.post("/api/page-opinions", { path: "/docs", isUseful: "yes" })).status).toBe(400);
});

it("lets a network say only so much in an hour", async () => {
  const caller = { ipAddress: "192.0.2.77" };
  const opinion = { path: "/docs/sessions", isUseful: true };
  for (let times = 0; times < LIMITS["opinion/network"].max; times++)
    await noteOpinion(ctxOf(caller), opinion);
  await expect(noteOpinion(ctxOf(caller), opinion)).rejects.toMatchObject({ code: "resource-exhausted" });
  await noteOpinion(ctxOf({ ipAddress: "192.0.2.78" }), opinion);
});
