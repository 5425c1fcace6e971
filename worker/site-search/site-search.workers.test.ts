import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { createLog } from "#worker/platform/log.ts";
import { createServices } from "#worker/services.ts";
import { searchSite } from "./search-site.ts";
import { indexSite, SITE_ADDRESS } from "./site-pages.ts";

const ORIGIN = "https://docs.example";

function page(path: string, title: string, body: string): string {
  const head = [`title: "Docenda - ${title}"`, `description: "About ${title}."`, `url: "${ORIGIN}${path}"`];
  return ["---", ...head, "---", "", `# ${title}`, "", body, ""].join("\n");
}

const CREDITS = page(
  "/docs/credits",
  "Credits and limits",
  "## What a call costs\n\nA search costs one credit, and nothing when nothing was found.\n\n## Plans\n\nBasic has an allowance of a thousand credits each month.",
);
const TOOLS = page(
  "/docs/tools",
  "Tools",
  "## read\n\nThe read tool takes a URL and gives the part that matters.",
);

function siteOf(...pages: string[]) {
  const services = createServices(env);
  return {
    services,
    log: createLog(),
    now: () => new Date("2026-11-21T12:00:00Z"),
    siteText: async () => pages.join("\n\n"),
  };
}

test("a question is answered by sections of the site's pages, best first", async () => {
  const ctx = siteOf(CREDITS, TOOLS);
  const { results, isAnswered } = await searchSite(ctx, { q: "what does a search cost" });
  expect(isAnswered).toBe(true);
  expect(results[0]).toEqual({
    path: "/docs/credits#what-a-call-costs",
    title: "Credits and limits",
    sections: ["What a call costs"],
    snippet: expect.stringMatching(/^A search costs one credit, and nothing when nothing was found\./),
  });
  const nonsense = await searchSite(ctx, { q: "photosynthesis of ferns" });
  expect(nonsense.isAnswered).toBe(false);
});

test("pages that changed are stored again, pages that are gone are removed", async () => {
  const { services, ...ctx } = siteOf(CREDITS, TOOLS);
  await indexSite({ services, ...ctx });
  const index = services.docsIndex(SITE_ADDRESS);
  const before = await index.totals();
  await indexSite({ services, ...ctx });
  expect(await index.totals()).toEqual(before);
  const changed = CREDITS.replace("one credit", "two credits");
  await indexSite({ ...ctx, services, siteText: async () => changed });
  expect(await index.listUrls()).toEqual([`${ORIGIN}/docs/credits`]);
  expect((await index.readPage(`${ORIGIN}/docs/credits`))?.markdown).toContain("two credits");
});

test("a copy without its texts says so, and a question must be one", async () => {
  await expect(indexSite({ ...siteOf(), siteText: async () => null })).rejects.toMatchObject({
    code: "unavailable",
  });
  for (const query of ["", "?q=", "?q=%20", `?q=${"a".repeat(201)}`])
    expect((await SELF.fetch(`https://docenda.test/api/site-search${query}`)).status).toBe(400);
});
