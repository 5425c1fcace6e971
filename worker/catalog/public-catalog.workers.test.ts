import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { CatalogAnswer } from "#schema/api/catalog.ts";
import { catalogSuggesters, catalogSuggestions, sources } from "#schema/index.ts";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { newBrowser, signedUp } from "#tests/support/browser.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { LIMITS } from "#worker/rate-limits/limits.ts";
import { catalogNames } from "#worker/public-catalog/catalog-names.ts";
import { listCatalog } from "./list-catalog.ts";
import { publicCatalog } from "#worker/public-catalog/public-catalog.ts";
import { routeQuestion } from "./route.ts";
import { suggestDocumentation } from "./suggest-documentation.ts";

const { db } = systemCtx();
const MINUTE_MS = 60_000;
const PAGE = [{ path: "a", title: "A", markdown: "# A\n\nAbout it." }];

/** The list so many minutes from now; the index totals are kept for one minute. */
function listAt(minutes: number, q?: string) {
  return listCatalog({ db, now: () => new Date(Date.now() + minutes * MINUTE_MS) }, { q });
}

it("lists every entry for anybody, with what is searchable of it in all its versions", async () => {
  const { status, body, headers } = await newBrowser().get("/api/catalog");
  const answer = body as CatalogAnswer;
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("public, max-age=300");
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(answer).toMatchObject({ total: publicCatalog().length, totalIndexed: 0 });
  expect(answer.entries.map(({ name }) => name)).toEqual(publicCatalog().map(({ name }) => name));
  expect(answer.entries.find(({ name }) => name === "React")).toMatchObject({
    packages: expect.arrayContaining(["npm:react"]),
    home: expect.stringMatching(/^https:\/\/react\.dev/),
    versions: { rule: "rolling" },
    indexed: null,
  });

  await indexPages({ name: "react", url: "https://react-19.test/", version: "19.0" }, PAGE);
  const older = await indexPages({ name: "react", url: "https://react-18.test/", version: "18.0" }, PAGE);
  await db
    .update(sources)
    .set({ lastIndexedAt: new Date("2026-11-20T10:00:00Z") })
    .where(eq(sources.id, older));
  // A tenant's own source does not show.
  const { owner } = ctxOf(await makeAccount()).scope;
  await indexPages({ owner, name: "Vue", url: "https://vue.test/" }, PAGE);
  const later = await listAt(2);
  expect(later.totalIndexed).toBe(1);
  expect(later.entries.filter(({ indexed }) => indexed)).toMatchObject([
    { name: "React", indexed: { pages: 2, lastIndexedAt: "2026-11-20T10:00:00.000Z" } },
  ]);

  const found = await newBrowser().get("/api/catalog?q=NPM:React%20");
  const names = (found.body as CatalogAnswer).entries.map(({ name }) => name);
  expect(names).toContain("React");
  expect(names.length).toBeLessThan(20);
  expect((await listAt(2, "no-entry-has-this-word")).entries).toEqual([]);
  expect((await newBrowser().get(`/api/catalog?q=${"x".repeat(201)}`)).status).toBe(400);
});

it("takes a suggestion of a person, once, without fetching it", async () => {
  const [ada, ben] = await Promise.all([signedUp(), signedUp()]);
  const suggest = (browser: typeof ada.browser, body: unknown) =>
    browser.post("/api/catalog/suggestions", body);
  const url = "https://docs.suggested.test/guide/";
  const first = await suggest(ada.browser, {
    url: " docs.suggested.test/guide/?utm_source=x#top ",
    name: "Guide",
  });
  expect(first).toMatchObject({ status: 200, body: { status: "noted", url, people: 1 } });
  const [before] = await db.select().from(catalogSuggestions);
  expect((await suggest(ada.browser, { url, note: "Only the guide." })).body).toMatchObject({ people: 1 });
  expect(await db.select().from(catalogSuggestions)).toEqual([before]);
  expect((await suggest(ben.browser, { url })).body).toEqual({ status: "noted", url, people: 2 });
  const [row] = await db.select().from(catalogSuggestions);
  expect(row).toMatchObject({ url, people: 2, firstAt: before!.firstAt });
  const words = await db
    .select({ name: catalogSuggesters.name, note: catalogSuggesters.note })
    .from(catalogSuggesters)
    .where(eq(catalogSuggesters.userId, ada.userId));
  expect(words).toEqual([{ name: null, note: "Only the guide." }]);

  const known = await suggest(ben.browser, { url: "https://react.dev/reference/react/useState" });
  expect(known.body).toEqual({
    status: "known",
    entry: { name: "React", home: expect.stringMatching(/^https:\/\/react\.dev/) },
  });
  expect(await db.select().from(catalogSuggestions)).toHaveLength(1);
});

it.each([
  ["http://127.0.0.1/docs", "not on the public internet"],
  ["http://localhost:3000/", "refused-address"],
  ["https://intranet/docs", "no domain"],
  ["ftp://docs.test/", "only http and https"],
  ["https://user:pass@docs.test/", "password"],
  ["not an address", "cannot be indexed"],
  ["", "url"],
])("refuses to note %s", async (url, words) => {
  const { browser } = await signedUp();
  const { status, body } = await browser.post("/api/catalog/suggestions", { url });
  expect(status).toBe(400);
  expect(JSON.stringify(body.error)).toContain(words);
});

it("takes suggestions of people who are signed in, and not without end", async () => {
  const url = "https://docs.suggested.test/";
  expect((await newBrowser().post("/api/catalog/suggestions", { url })).status).toBe(401);
  const account = await makeAccount();
  await expect(suggestDocumentation(ctxOf(account), { url })).rejects.toMatchObject({
    code: "permission-denied",
  });
  const { browser } = await signedUp();
  const answers = [];
  for (let n = 0; n <= LIMITS["suggestion/user"].max; n += 1)
    answers.push((await browser.post("/api/catalog/suggestions", { url: `${url}${n}` })).status);
  expect([answers[0], answers.at(-2), answers.at(-1)]).toEqual([200, 200, 429]);
});

it("an agent may ask for a source by its alias or its package, one that the question names so is found among many", async () => {
  const ctx = ctxOf(await makeAccount());
  const { owner } = ctx.scope;
  for (let n = 0; n < 18; n += 1)
    await indexPages({ owner, name: `other ${n}`, url: `https://other-${n}.test/` }, PAGE);
  for (const version of ["4.0", "5.0"])
    await indexPages({ owner, name: "tanstack query", url: `https://q${version}.test/`, version }, PAGE);
  const route = async (question: string, wanted?: string[]) => {
    const terms = analyzeQuestion(question).terms.map(({ term }) => term);
    const { sources: routed } = await routeQuestion(ctx, { question, terms, scope: "private", wanted });
    return routed.map(({ name, version, isNamed }) => [name, version, isNamed]);
  };
  const newest = [["tanstack query", "5.0", true]];
  const entry = catalogNames().find("@tanstack/react-query");
  expect(entry?.name).toBe("TanStack Query");
  for (const wanted of ["react-query", "npm:@tanstack/react-query", "TanStack Query", ...entry!.aliases])
    expect([wanted, ...(await route("retries", [wanted]))]).toEqual([wanted, ...newest]);
  expect(await route("retries", ["react-query@4.0"])).toEqual([["tanstack query", "4.0", true]]);
  expect(await route("retries", ["react-query", "tanstack query"])).toEqual(newest);
  await expect(route("retries", ["svelte"])).rejects.toMatchObject({ code: "not-found" });
  expect((await route('import { useQuery } from "@tanstack/react-query"'))[0]).toEqual(newest[0]);
  expect((await route("react-query 4.0 retries"))[0]).toEqual(["tanstack query", "4.0", true]);
});
