import { env } from "cloudflare:test";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { githubRepositories, jobRuns, pdfSets, sessions } from "#schema/index.ts";
import { ctxOf } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import {
  findLeaks,
  http,
  live,
  makeTenant,
  PROBE_NAMES,
  tool,
  TOPICS,
} from "#tests/support/tenant-probes.workers.ts";
import type { Tenant } from "#tests/support/tenant-probes.workers.ts";

/** The script for releases asks more often than a test can wait for. */
const PROBES = Number((env as { TENANT_PROBES?: string }).TENANT_PROBES ?? 200);

let one: Tenant;
let two: Tenant;

beforeAll(async () => {
  one = await makeTenant("zanzibar");
  two = await makeTenant("kilimanjaro");
}, 120_000);

/** What a tenant has. */
async function everythingOf(tenant: Tenant): Promise<string[]> {
  const lists = ["/sources", "/job-runs", "/pdf-sets", "/github", "/private-index"];
  return await Promise.all(lists.map((path) => http(tenant, "GET", path)));
}

describe("two tenants with the same names", () => {
  it("each get their own answers", async () => {
    const query = { query: "handbook word for deploying", scope: "private" };
    expect(await http(one, "POST", "/search", query)).toContain("zanzibar");
    expect(await http(two, "POST", "/search", query)).toContain("kilimanjaro");
    expect(await http(one, "POST", "/read", { url: "https://intra-api.test/alerts" })).toContain("zanzibar");
    expect(await http(one, "POST", "/read", { url: "pdf://Manuals/manual.pdf#page=2" })).toContain(
      "zanzibar",
    );
    expect(await http(two, "GET", `/job-runs/${two.runIds[0]}`)).toContain("kilimanjaro");
    expect(await http(two, "GET", `/pdf-sets/${two.pdfSetId}`)).toContain("kilimanjaro");
    expect(await http(two, "GET", "/github")).toContain("kilimanjaro");
    const url = "https://intra-runbook.test/backups";
    expect(await tool(two, "docenda_search_documentation", query)).toContain("kilimanjaro");
    expect(await tool(two, "docenda_read_url", { url })).toContain("kilimanjaro");
    const { userId } = one.account;
    for (const path of [
      `job_runs/${userId}/runs`,
      `pdfSets/${userId}/sets`,
      `apiKeys&where=userId==${userId}`,
    ])
      expect(await live(one, `read?path=${path}`)).toContain("zanzibar");
    expect(await live(one, `read?path=users/${userId}`)).toContain(one.account.email);
  });

  it(`give nothing away in ${PROBES} probes`, { timeout: 3_600_000 }, async () => {
    const before = [await everythingOf(one), await everythingOf(two)];
    expect(await findLeaks(one, two, Math.ceil(PROBES / 2))).toEqual([]);
    expect(await findLeaks(two, one, Math.floor(PROBES / 2))).toEqual([]);
    // Whoever asked has changed nothing of the other's either.
    expect([await everythingOf(one), await everythingOf(two)]).toEqual(before);
  });

  it("and a leak that is planted is found", async () => {
    // What a wrong owner in a row, and what a page in the wrong index would look like.
    // A tenant of its own asks: what the others asked a minute ago would be answered as it was then.
    const three = await makeTenant("everest");
    const { db, scope } = ctxOf(three.account);
    const wrong = { ownerId: scope.owner.id };
    await db
      .update(jobRuns)
      .set(wrong)
      .where(inArray(jobRuns.id, two.runIds.slice(1)));
    await db.update(pdfSets).set(wrong).where(eq(pdfSets.id, two.pdfSetId));
    await db.update(githubRepositories).set(wrong).where(eq(githubRepositories.ownerId, two.account.userId));
    const strays = TOPICS.map((topic) => ({
      path: topic,
      title: `Word for ${topic}`,
      markdown: `# Word for ${topic}\n\nWord for ${topic} of handbook, api, runbook: say it is kilimanjaro.`,
    }));
    await indexPages({ name: "word", url: "https://stray.test/" }, strays);
    const rounds = 4 * PROBE_NAMES.length;
    const leaks = new Set((await findLeaks(three, two, rounds)).map((leak) => leak.replace(/ \(\d+\)$/, "")));
    for (const name of [
      "search of all",
      "run by id",
      "list of runs",
      "list of PDF sets",
      "list of repositories",
    ])
      expect([...leaks]).toContain(name);
    expect([...leaks]).toContain("PDF set by id");
    expect([...leaks]).toContain("live lists of one's own");
    // A session that counts as somebody else's opens what is somebody else's by its id.
    expect([...leaks]).not.toContain("live runs");
    await db
      .update(sessions)
      .set({ userId: two.account.userId })
      .where(eq(sessions.userId, three.account.userId));
    const asTwo = (await findLeaks(three, two, rounds)).join();
    for (const name of ["live document", "live runs", "live list by an id"]) expect(asTwo).toContain(name);
  });
});
