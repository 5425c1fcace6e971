import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";

describe("a host", () => {
  const origin = "https://polite.test";
  const times = async (urls: string[]) => {
    const { pages } = await env.CRAWL_HOST.getByName(origin).admit(origin, urls);
    return pages.map((page) => Object.values(page)[0]);
  };

  it("is asked for its rules once, and at the pace that it wishes", async () => {
    await putSite("polite.test", { "/robots.txt": { body: "User-agent: *\nCrawl-delay: 3\nDisallow: /no" } });
    const [a, no, b] = await times([`${origin}/a`, `${origin}/no`, `${origin}/b`]);
    expect(no).toBe("/no");
    expect(Number(b) - Number(a)).toBe(3000);
    // A far turn is not reserved: nobody would come.
    const later = await times(Array.from({ length: 9 }, () => `${origin}/c`));
    expect(later.map((time) => Number(time) - Number(a))).toEqual(
      [6, 9, 12, 15, 18, 18, 18, 18, 18].map((s) => s * 1000),
    );
    await env.CRAWL_HOST.getByName(origin).penalise(60_000);
    const [d] = await times([`${origin}/d`]);
    expect(Number(d) - Date.now()).toBeGreaterThan(55_000);
    expect(await requestsTo("polite.test")).toHaveLength(1);
    // The start of a crawl may ask for fresh rules.
    await env.CRAWL_HOST.getByName(origin).admit(origin, [], 0);
    expect(await requestsTo("polite.test")).toHaveLength(2);
    expect((await requestsTo("polite.test"))[0]?.headers["user-agent"]).toMatch(/^DocendaBot\//);
  });

  it.each<[string, object, boolean]>([
    ["without robots.txt", { status: 404 }, true],
    ["that keeps robots.txt for itself", { status: 403 }, true],
    ["that is busy", { status: 429 }, true],
    ["that is broken", { status: 500 }, false],
    ["that is down", { status: 503 }, false],
    ["with a page instead", { headers: { "content-type": "text/html" }, body: "<p>User-agent: *</p>" }, true],
    ["with a mark and other line ends", { body: "\uFEFFUser-agent: *\r\nDisallow: /\r\n" }, false],
    ["whose rules go on for ever", { body: `${"# x\n".repeat(130_000)}User-agent: *\nDisallow: /` }, true],
    ["that redirects to its rules", { status: 301, headers: { location: "/rules" } }, false],
    ["that redirects for ever", { status: 301, headers: { location: "/robots.txt" } }, true],
    [
      "that redirects to a private address",
      { status: 301, headers: { location: "http://10.0.0.1/robots.txt" } },
      false,
    ],
  ])("%s", async (what, robots, isAllowed) => {
    const host = `${what.replaceAll(/[^a-z]+/g, "-")}.test`;
    await putSite(host, { "/robots.txt": robots, "/rules": { body: "User-agent: *\nDisallow: /" } });
    const { pages } = await env.CRAWL_HOST.getByName(`https://${host}`).admit(`https://${host}`, [
      `https://${host}/a`,
    ]);
    expect("startAt" in (pages[0] ?? {})).toBe(isAllowed);
  });
});
