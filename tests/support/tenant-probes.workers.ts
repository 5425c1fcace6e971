import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { githubRepositories, jobRuns, sources } from "#schema/index.ts";
import { ctxOf, systemCtx } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { ORIGIN, signedUp } from "#tests/support/browser.workers.ts";
import type { Browser } from "#tests/support/browser.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { makePdf } from "#tests/support/make-pdf.workers.ts";
import { askLegacy } from "#tests/support/mcp.workers.ts";
import { createApiKey } from "#worker/api-keys/create-api-key.ts";
import { createPdfSet } from "#worker/pdf/create-pdf-set.ts";
import { getPdfSet } from "#worker/pdf/get-pdf-set.ts";
import { indexPdfSet } from "#worker/pdf/index-pdf-set.ts";
import { uploadFile } from "#worker/pdf/upload-file.ts";

export const NAMES = ["handbook", "api", "runbook"];
export const TOPICS = ["deploying", "backups", "passwords", "invoices", "alerts"];
const REPOSITORY = "acme/handbook";
const PDF_SET = "Manuals";

export type Tenant = {
  account: Account;
  /** Signed in, as live reads want it. */
  browser: Browser;
  /** A word that stands in everything of this tenant and of no other. */
  marker: string;
  sourceIds: string[];
  runIds: string[];
  pdfSetId: string;
};

/**
 * Somebody with sites, a repository and PDF files under the names that every tenant has, with pages of the same addresses and
 * titles; only one word differs.
 */
export async function makeTenant(marker: string): Promise<Tenant> {
  const { browser, userId, email } = await signedUp({ isVerified: true });
  const key = await createApiKey(systemCtx(userId), { name: `key of ${marker}` });
  const account = { userId, email, apiKeyId: key.id, apiKey: key.key };
  const ctx = ctxOf(account);
  const { owner } = ctx.scope;
  await ctx.services.creditCounter(owner).grant(ctx.newId("op"), 100_000, "purchase");
  const sourceIds: string[] = [];
  const runIds: string[] = [];
  for (const name of [...NAMES, REPOSITORY]) {
    const pages = TOPICS.map((topic) => ({
      path: topic,
      title: `${name} of ${topic}`,
      markdown: `# ${name} of ${topic}\n\nFor ${topic}, the ${name} says: use the word ${marker}.`,
    }));
    const url = urlOf(name);
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
  await makeRepository(ctx, sourceIds.at(-1)!, marker);
  const { setId, moduleId, executionId } = await makePdfSet(ctx, marker);
  return {
    account,
    browser,
    marker,
    sourceIds: [...sourceIds, moduleId],
    runIds: [...runIds, executionId],
    pdfSetId: setId,
  };
}

type TenantCtx = ReturnType<typeof ctxOf>;

async function makeRepository(ctx: TenantCtx, sourceId: string, marker: string): Promise<void> {
  const { owner } = ctx.scope;
  await ctx.db.update(sources).set({ kind: "repository" }).where(eq(sources.id, sourceId));
  await ctx.db.insert(githubRepositories).values({
    sourceId,
    ownerKind: owner.kind,
    ownerId: owner.id,
    repositoryId: "4711",
    fullName: REPOSITORY,
    branch: `main-${marker}`,
    isPrivate: true,
    connectedByUserId: owner.id,
    createdAt: new Date(),
    updatedAt: new Date(),
  });
}

async function makePdfSet(ctx: TenantCtx, marker: string) {
  const { setId, moduleId } = await createPdfSet(ctx, { displayName: PDF_SET });
  const pages = TOPICS.map((topic) => [
    { text: `Manual of ${topic}`, y: 700, size: 18 },
    { text: `For ${topic}, the manual says: use the word ${marker}.`, y: 600 },
  ]);
  for (const name of ["manual.pdf", `${marker}.pdf`]) {
    const bytes = makePdf(pages);
    await uploadFile(ctx, { setId, name, sizeBytes: bytes.length }, new Blob([bytes]).stream());
  }
  const { executionId } = await indexPdfSet(ctx, { setId });
  for (;;) {
    const { status } = await getPdfSet(ctx, { setId });
    if (status === "indexed") return { setId, moduleId, executionId };
    if (status === "failed") throw new Error("the PDF set of a tenant was not indexed");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function urlOf(name: string): string {
  return name === REPOSITORY ? `https://github.test/${name}/blob/main/` : `https://intra-${name}.test/`;
}

/** The same sequence at every run, of whatever length. */
function pick<T>(list: readonly T[], seed: number): T {
  return list[Math.abs(Math.imul(seed + 1, 2_654_435_761) >>> 8) % list.length]!;
}

type Probe = (own: Tenant, other: Tenant, seed: number) => Promise<string>;

export async function http(
  own: Tenant,
  method: string,
  path: string,
  body?: object | string,
): Promise<string> {
  const response = await SELF.fetch(`${ORIGIN}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${own.account.apiKey}`,
      "content-type": typeof body === "string" ? "application/pdf" : "application/json",
    },
    ...(body && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return await response.text();
}

export async function live({ browser }: Tenant, query: string): Promise<string> {
  const { body } = await browser.get(`/api/live/${query}`);
  return typeof body === "string" ? body : JSON.stringify(body);
}

export async function tool(own: Tenant, name: string, args: object): Promise<string> {
  const reply = await askLegacy("tools/call", { name, arguments: args }, { apiKey: own.account.apiKey });
  return JSON.stringify([reply.result, reply.error]);
}

function callable(own: Tenant, name: string, data: object): Promise<string> {
  return http(own, "POST", `/functions/${name}`, { data });
}

/** Ways of asking for what somebody else has: by words, by names that both have, and by ids that one has found out. */
const PROBES: Record<string, Probe> = {
  "search of all": (own, _, seed) =>
    http(own, "POST", "/search", { query: `${pick(NAMES, seed)} word for ${pick(TOPICS, seed * 3)}` }),
  "search for the other's word": (own, other) =>
    http(own, "POST", "/search", { query: `say ${other.marker.slice(0, 6)}` }),
  "search of a name": (own, _, seed) =>
    http(own, "POST", "/search", {
      query: pick(TOPICS, seed),
      sources: [pick([...NAMES, REPOSITORY, PDF_SET], seed)],
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
    http(own, "POST", "/read", { url: urlOf(pick([...NAMES, REPOSITORY], seed)) + pick(TOPICS, seed) }),
  "read of a PDF page": (own, other, seed) =>
    http(own, "POST", "/read", {
      url: `pdf://${PDF_SET}/${pick(["manual", other.marker], seed)}.pdf#page=${(seed % TOPICS.length) + 1}`,
    }),
  "read by the tool": (own, _, seed) =>
    tool(own, "docenda_read_url", { url: urlOf(pick(NAMES, seed)) + pick(TOPICS, seed) }),

  "list of sources": (own) => http(own, "GET", "/sources"),
  "list of runs": (own) => http(own, "GET", "/job-runs"),
  "list of PDF sets": (own) => http(own, "GET", "/pdf-sets"),
  "list of repositories": (own) => http(own, "GET", "/github"),
  "private index": (own) => http(own, "GET", "/private-index"),

  "run by id": (own, other, seed) => http(own, "GET", `/job-runs/${pick(other.runIds, seed)}`),
  "pages of a run": (own, other, seed) => http(own, "GET", `/job-runs/${pick(other.runIds, seed)}/pages`),
  "cancelled run": (own, other, seed) => http(own, "POST", `/job-runs/${pick(other.runIds, seed)}/cancel`),
  "run tried again": (own, other, seed) => http(own, "POST", `/job-runs/${pick(other.runIds, seed)}/retry`),
  "source indexed again": (own, other, seed) =>
    http(own, "POST", `/sources/${pick(other.sourceIds, seed)}/refresh`),
  "source removed": (own, other, seed) =>
    callable(own, "removeModuleCallable", { moduleId: pick(other.sourceIds, seed) }),
  "repository looked at": (own, other, seed) =>
    callable(own, "refreshRepoStats", { moduleId: pick(other.sourceIds, seed), reindex: true }),
  "repository removed": (own, other, seed) =>
    callable(own, "removeRepoFromRef", { moduleId: pick(other.sourceIds, seed) }),

  "PDF set by id": (own, other) => http(own, "GET", `/pdf-sets/${other.pdfSetId}`),
  "PDF files that are missing": (own, other) =>
    http(own, "POST", `/pdf-sets/${other.pdfSetId}/missing`, {
      files: [{ name: "manual.pdf", sizeBytes: 1 }],
    }),
  "PDF file uploaded": (own, other) =>
    http(own, "PUT", `/pdf-sets/${other.pdfSetId}/files/manual.pdf`, "%PDF-1.4 of a stranger"),
  "PDF file removed": (own, other) => http(own, "DELETE", `/pdf-sets/${other.pdfSetId}/files/manual.pdf`),
  "PDF set indexed": (own, other) => http(own, "POST", `/pdf-sets/${other.pdfSetId}/index`),
  "PDF set removed": (own, other) => http(own, "DELETE", `/pdf-sets/${other.pdfSetId}`),

  "live document": (own, { account: { userId } }, seed) =>
    live(own, `read?path=${pick([`users/${userId}`, `privateIndex/${userId}/indexes/default`], seed)}`),
  "live runs": (own, { account: { userId } }) => live(own, `read?path=job_runs/${userId}/runs`),
  "live PDF sets": (own, { account: { userId } }) => live(own, `read?path=pdfSets/${userId}/sets`),
  "live list by an id": (own, { account: { userId } }, seed) =>
    live(
      own,
      `read?path=${pick(["apiKeys", "creditTransactions", "monthlyUsage"], seed)}&where=userId==${userId}`,
    ),
  "live list by two ids": (own, other, seed) => {
    const ids = [own.account.userId, other.account.userId];
    const [first, second] = seed % 2 === 0 ? ids : ids.toReversed();
    const path = pick(["apiKeys", "creditTransactions"], seed);
    return live(own, `read?path=${path}&where=userId==${first}&where=userId==${second}`);
  },
  "live path that climbs": (own, other, seed) => {
    const climb = pick(["%2F..%2F", "/../", "%252F..%252F"], seed);
    return live(own, `read?path=pdfSets/${own.account.userId}${climb}${other.account.userId}/sets`);
  },
  "live document of a team": (own, { account: { userId } }, seed) =>
    live(
      own,
      `read?path=${pick([`team-pdfSets/${userId}/sets`, `team-job-runs/${userId}/runs`, `teams/${userId}`], seed)}`,
    ),
  "live lists of one's own": (own, _, seed) => {
    const { userId } = own.account;
    const paths = [
      `pdfSets/${userId}/sets`,
      `job_runs/${userId}/runs`,
      `privateIndex/${userId}/indexes/default`,
      `apiKeys&where=userId==${userId}`,
    ];
    return live(own, `read?path=${pick(paths, seed)}`);
  },
  "live changes": (own) => live(own, "poll?after=0"),
};

export const PROBE_NAMES = Object.keys(PROBES);

/** Answers that hold a word or an id that only the other tenant has. What was asked with is not an answer. */
export async function findLeaks(own: Tenant, other: Tenant, probes: number): Promise<string[]> {
  const leaks: string[] = [];
  for (let seed = 0; seed < probes; seed += 1) {
    const name = PROBE_NAMES[seed % PROBE_NAMES.length]!;
    // Each time round another of the ids, names and topics.
    const answer = await PROBES[name]!(own, other, Math.floor(seed / PROBE_NAMES.length) * 7 + seed);
    if (answer.includes(other.marker) || answer.includes(other.account.userId))
      leaks.push(`${name} (${seed})`);
  }
  return leaks;
}
