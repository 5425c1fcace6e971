import { SELF, env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { jobRuns } from "#schema/index.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { askLegacy } from "#tests/support/mcp.workers.ts";

/** The script for releases asks more often than a test can wait for. */
const PROBES = Number((env as { TENANT_PROBES?: string }).TENANT_PROBES ?? 200);
const NAMES = ["handbook", "api", "runbook"];
const TOPICS = ["deploying", "backups", "passwords", "invoices", "alerts"];

type Tenant = { account: Account; marker: string; sourceIds: string[]; runIds: string[] };

/** Two tenants have sources of the same names with pages of the same addresses and titles; only one word differs. */
async function makeTenant(marker: string): Promise<Tenant> {
  const account = await makeAccount({ credits: 100_000 });
  const ctx = ctxOf(account);
  const { owner } = ctx.scope;
  const sourceIds: string[] = [];
  const runIds: string[] = [];
  for (const name of NAMES) {
    const pages = TOPICS.map((topic) => ({
      path: topic,
      title: `${name} of ${topic}`,
      markdown: `# ${name} of ${topic}\n\nFor ${topic}, the ${name} says: use the word ${marker}.`,
    }));
    const url = `https://intra-${name}.test/`;
    const sourceId = await indexPages({ owner, name, url }, pages);
    const runId = ctx.newId("run");
    await ctx.db.insert(jobRuns).values({
      id: runId,
      ownerKind: owner.kind,
      ownerId: owner.id,
      sourceId,
      generation: 1,
      status: "FAILED",
      url,
      displayName: name,
      error: `The ${marker} could not be read.`,
      startTime: new Date(),
      endTime: new Date(),
    });
    sourceIds.push(sourceId);
    runIds.push(runId);
  }
  return { account, marker, sourceIds, runIds };
}

let one: Tenant;
let two: Tenant;

beforeAll(async () => {
  one = await makeTenant("zanzibar");
  two = await makeTenant("kilimanjaro");
});

/** The same sequence at every run, of whatever length. */
function pick<T>(list: readonly T[], seed: number): T {
  return list[Math.abs(Math.imul(seed + 1, 2_654_435_761) >>> 8) % list.length]!;
}

type Probe = (own: Tenant, other: Tenant, seed: number) => Promise<string>;

async function http(own: Tenant, method: string, path: string, body?: object): Promise<string> {
  const response = await SELF.fetch(`https://docenda.test/api${path}`, {
    method,
    headers: { authorization: `Bearer ${own.account.apiKey}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return await response.text();
}

async function tool(own: Tenant, name: string, args: object): Promise<string> {
  const reply = await askLegacy("tools/call", { name, arguments: args }, { apiKey: own.account.apiKey });
  return JSON.stringify([reply.result, reply.error]);
}

/** Ways of asking for what somebody else has: by words, by names that both have, and by ids that one has found out. */
const PROBES_BY_NAME: Record<string, Probe> = {
  "search of all": (own, _, seed) =>
    http(own, "POST", "/search", { query: `${pick(NAMES, seed)} word for ${pick(TOPICS, seed * 3)}` }),
  "search for the other's word": (own, other) =>
    http(own, "POST", "/search", { query: `say ${other.marker.slice(0, 6)}` }),
  "search of a name": (own, _, seed) =>
    http(own, "POST", "/search", {
      query: pick(TOPICS, seed),
      sources: [pick(NAMES, seed)],
      scope: "private",
    }),
  "search of an id": (own, other, seed) =>
    http(own, "POST", "/search", { query: pick(TOPICS, seed), sources: [pick(other.sourceIds, seed)] }),
  "search by the tool": (own, other, seed) =>
    tool(own, "docenda_search_documentation", {
      query: `what does the ${pick(NAMES, seed)} say of ${pick(TOPICS, seed)}`,
      sources: seed % 2 === 0 ? undefined : [pick(other.sourceIds, seed)],
    }),
  "read of an address": (own, _, seed) =>
    http(own, "POST", "/read", { url: `https://intra-${pick(NAMES, seed)}.test/${pick(TOPICS, seed)}` }),
  "read by the tool": (own, _, seed) =>
    tool(own, "docenda_read_url", { url: `https://intra-${pick(NAMES, seed)}.test/${pick(TOPICS, seed)}` }),
  "list of sources": (own) => http(own, "GET", "/sources"),
  "list of runs": (own) => http(own, "GET", "/job-runs"),
  "list of PDF sets": (own) => http(own, "GET", "/pdf-sets"),
  "private index": (own) => http(own, "GET", "/private-index"),
  "run by id": (own, other, seed) => http(own, "GET", `/job-runs/${pick(other.runIds, seed)}`),
  "pages of a run": (own, other, seed) => http(own, "GET", `/job-runs/${pick(other.runIds, seed)}/pages`),
  "cancelled run": (own, other, seed) => http(own, "POST", `/job-runs/${pick(other.runIds, seed)}/cancel`),
  "run tried again": (own, other, seed) => http(own, "POST", `/job-runs/${pick(other.runIds, seed)}/retry`),
  "source indexed again": (own, other, seed) =>
    http(own, "POST", `/sources/${pick(other.sourceIds, seed)}/refresh`),
  "source removed": (own, other, seed) =>
    http(own, "POST", "/functions/removeModuleCallable", { data: { moduleId: pick(other.sourceIds, seed) } }),
};

/** Answers that hold a word or an id that only the other tenant has. What was asked with is not an answer. */
async function countLeaks(own: Tenant, other: Tenant, probes: number): Promise<string[]> {
  const names = Object.keys(PROBES_BY_NAME);
  const leaks: string[] = [];
  for (let seed = 0; seed < probes; seed += 1) {
    const name = names[seed % names.length]!;
    const answer = await PROBES_BY_NAME[name]!(own, other, seed);
    if (answer.includes(other.marker) || answer.includes(other.account.userId))
      leaks.push(`${name} (${seed})`);
  }
  return leaks;
}

describe("two tenants with the same names", () => {
  it("each get their own answers", async () => {
    const query = { query: "handbook word for deploying", scope: "private" };
    expect(await http(one, "POST", "/search", query)).toContain("zanzibar");
    expect(await http(two, "POST", "/search", query)).toContain("kilimanjaro");
    expect(await http(one, "POST", "/read", { url: "https://intra-api.test/alerts" })).toContain("zanzibar");
    expect(await http(two, "GET", `/job-runs/${two.runIds[0]}`)).toContain("kilimanjaro");
    const url = "https://intra-runbook.test/backups";
    expect(await tool(two, "docenda_search_documentation", query)).toContain("kilimanjaro");
    expect(await tool(two, "docenda_read_url", { url })).toContain("kilimanjaro");
  });

  it(`give nothing away in ${PROBES} probes`, { timeout: 3_600_000 }, async () => {
    expect(await countLeaks(one, two, Math.ceil(PROBES / 2))).toEqual([]);
    expect(await countLeaks(two, one, Math.floor(PROBES / 2))).toEqual([]);
    // Whoever asked has changed nothing of the other's either.
    expect(await http(two, "GET", "/sources")).toContain(two.sourceIds[0]);
    expect(await http(one, "GET", "/sources")).toContain(one.sourceIds[2]);
  });

  it("and a leak that is planted is found", async () => {
    // What a wrong owner in a row, and what a page in the wrong index would look like.
    // A tenant of its own asks: what the others asked a minute ago would be answered as it was then.
    const three = await makeTenant("everest");
    const ctx = ctxOf(three.account);
    await ctx.db.update(jobRuns).set({ ownerId: three.account.userId }).where(eq(jobRuns.id, two.runIds[0]!));
    const strays = TOPICS.map((topic) => ({
      path: topic,
      title: `Word for ${topic}`,
      markdown: `# Word for ${topic}\n\nWord for ${topic} of handbook, api, runbook: say it is kilimanjaro.`,
    }));
    await indexPages({ name: "word", url: "https://stray.test/" }, strays);
    const leaks = await countLeaks(three, two, 100);
    expect(leaks.filter((leak) => leak.startsWith("search"))).not.toEqual([]);
    expect(leaks.filter((leak) => leak.startsWith("run by id"))).not.toEqual([]);
    expect(leaks.filter((leak) => leak.startsWith("list of runs"))).not.toEqual([]);
  });
});
