import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { jobRuns, pdfFiles, sources } from "#schema/index.ts";
import { ctxOf, systemCtx } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { makeTenant } from "#tests/support/tenant-probes.workers.ts";
import type { Tenant } from "#tests/support/tenant-probes.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import type { Owner } from "#worker/context.ts";
import { getPdfSet } from "#worker/pdf/get-pdf-set.ts";
import { findPrivateIndex } from "#worker/private-indexes/find-private-index.ts";
import { readUrl } from "#worker/reader/read-url.ts";
import { searchDocs } from "#worker/search/search-docs.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { moveSources } from "./move-sources.ts";

/** `MOVED_CHUNKS=10000` moves as large a source as a team's may be. */
const CHUNKS = Number((env as { MOVED_CHUNKS?: string }).MOVED_CHUNKS ?? 200);
/** Number of sections on a page of the large source. */
const SECTIONS = 20;

/** Somebody with three sites, a private repository and a PDF set, and a team of theirs. */
async function ownerWithTeam(marker: string) {
  const tenant = await makeTenant(marker);
  const personal = ctxOf(tenant.account);
  const teamId = await makeTeam({ [tenant.account.userId]: "owner" });
  const to = { kind: "team", id: teamId } as const;
  const inTeam = { ...personal, scope: { owner: to } };
  return { tenant, personal, inTeam, from: personal.scope.owner, to };
}
type Setup = Awaited<ReturnType<typeof ownerWithTeam>>;

const refuse = () => Promise.reject(new Error("nothing is embedded again"));

/** A context for the move itself: it fails on any embedding or indexing. */
function movingCtx() {
  const ctx = systemCtx();
  const embedder = { ...ctx.services.embedder, embedPassages: refuse, embedQuery: refuse };
  return { ...ctx, services: { ...ctx.services, embedder } };
}

async function namesOf(ctx: Setup["personal"]): Promise<string[]> {
  return (await listSources(ctx)).filter(({ isPublic }) => !isPublic).map(({ name }) => name);
}

const QUESTION = { query: "handbook word for deploying", scope: "private" } as const;

it("moves sites, PDFs and runs to a team, which searches and reads them; private repositories stay", async () => {
  const { tenant, personal, inTeam, from, to } = await ownerWithTeam("lemur");
  const before = await searchDocs(personal, QUESTION);
  expect(await moveSources(movingCtx(), { from, to })).toEqual({ moved: 4, left: 0, kept: 1 });
  expect(await namesOf(personal)).toEqual(["acme/handbook"]);
  expect(await namesOf(inTeam)).toEqual(["Manuals", "api", "handbook", "runbook"]);

  const after = await searchDocs(inTeam, QUESTION);
  const urls = ({ passages }: typeof after) => passages.map(({ url }) => url);
  expect(urls(before).filter((url) => !url.includes("github"))).toEqual(
    urls(after).filter((url) => !url.includes("github")),
  );
  expect(new Set(urls(after)).size).toBe(urls(after).length);
  const page = await readUrl(inTeam, { url: "https://intra-api.test/alerts" });
  expect(JSON.stringify(page)).toContain("lemur");
  await expect(readUrl(personal, { url: "https://intra-api.test/alerts" })).rejects.toMatchObject({
    code: expect.any(String),
  });

  // The files are below the team's name: their old account may go.
  const set = await getPdfSet(inTeam, { setId: tenant.pdfSetId });
  expect(set.pdfFiles).toHaveLength(2);
  const files = await personal.db.select().from(pdfFiles).where(eq(pdfFiles.setId, tenant.pdfSetId));
  for (const { objectKey } of files) {
    expect(objectKey).toMatch(new RegExp(`^t_${to.id}/`));
    expect(await personal.services.files.head(objectKey)).not.toBeNull();
  }
  const { objects } = await personal.services.files.list({ prefix: `u_${tenant.account.userId}/pdf/` });
  expect(objects).toEqual([]);
  const runs = await personal.db.select().from(jobRuns).where(eq(jobRuns.ownerId, to.id));
  expect(runs).toHaveLength(4);
  const [own, teams] = await Promise.all([
    findPrivateIndex(personal, { indexId: "default" }),
    findPrivateIndex(inTeam, { indexId: "default" }),
  ]);
  expect([own?.modules.length, teams?.modules.length]).toEqual([1, 4]);
  expect(await moveSources(movingCtx(), { from, to })).toEqual({ moved: 0, left: 0, kept: 1 });
});

/** Searches here and there for as long as the move takes, and returns its result. Each question finds the page in one of the two. */
async function moveWhileSearching({ personal, inTeam, from, to }: Setup, query: string, url: string) {
  const end = new AbortController();
  let asked = 0;
  async function ask(): Promise<void> {
    while (!end.signal.aborted) {
      // A source that moves between the two questions is in neither, when the team is asked first.
      const here = await searchDocs(personal, { query, scope: "private" });
      const there = await searchDocs(inTeam, { query, scope: "private" });
      for (const { passages } of [here, there]) {
        const seen = passages.map((passage) => `${passage.url} ${passage.headingPath.join(">")}`);
        expect(new Set(seen).size).toBe(seen.length);
      }
      const found = [...here.passages, ...there.passages].map((passage) => passage.url);
      expect(found).toContain(url);
      asked += 1;
    }
  }
  const asking = ask();
  await vi.waitFor(() => expect(asked).toBeGreaterThan(1), { timeout: 20_000 });
  const moved = await moveSources(movingCtx(), { from, to });
  const atTheEnd = asked;
  await vi.waitFor(() => expect(asked).toBeGreaterThan(atTheEnd + 1), { timeout: 20_000 });
  end.abort();
  await asking;
  return moved;
}

it("is searchable throughout: each question finds everything in one of the two places, and no passage twice", async () => {
  const setup = await ownerWithTeam("ibex");
  const moved = await moveWhileSearching(setup, QUESTION.query, "https://intra-handbook.test/deploying");
  expect(moved).toMatchObject({ moved: 4 });
});

it(`moves a source of ${CHUNKS} chunks while it is searched, and leaves its index as it is`, async () => {
  const setup = await ownerWithTeam("kudu");
  const { personal, from, to } = setup;
  const source = { owner: from, name: "manual", url: "https://manual.test/" };
  const pages = Array.from({ length: Math.ceil(CHUNKS / SECTIONS) }, (_, number) => manualPage(number));
  const sourceId = await indexPages(source, pages);
  const totals = async (owner: Owner) =>
    await personal.services
      .docsIndex({ owner, indexId: "default", sourceId, homePrincipal: `u_${from.id}` })
      .totals();
  const before = await totals(from);
  expect(before.chunks).toBeGreaterThanOrEqual(CHUNKS);
  const query = "what does the quagga lever let off";
  const moved = await moveWhileSearching(setup, query, "https://manual.test/3");
  expect(moved).toMatchObject({ moved: 5 });
  expect(await totals(to)).toEqual(before);
}, 600_000);

/** A page whose sections are each too long to share a chunk. */
function manualPage(number: number) {
  const sections = Array.from({ length: SECTIONS }, (_section, section) => {
    const sentence = (n: number) =>
      `In manual ${number} the kettle of section ${section} does step ${n} with valve ${number * 31 + section * 7 + n}.`;
    return `## Section ${section}\n\n${Array.from({ length: 16 }, (_, n) => sentence(n)).join(" ")}${number === 3 && section === 7 ? " The quagga lever lets off steam." : ""}`;
  });
  const title = `Manual ${number}`;
  return { path: String(number), title, markdown: `# ${title}\n\n${sections.join("\n\n")}` };
}

it("goes on where it was killed, at whatever write", async () => {
  const { personal, inTeam, from, to } = await ownerWithTeam("okapi");
  let deaths = 0;
  for (let survived = 0; ; survived += 1) {
    const ctx = dyingCtx(survived);
    const outcome = await moveSources(ctx, { from, to }).catch(() => "dead" as const);
    const everywhere = [...(await namesOf(personal)), ...(await namesOf(inTeam))];
    expect(everywhere.toSorted()).toEqual(["Manuals", "acme/handbook", "api", "handbook", "runbook"]);
    if (outcome !== "dead" && outcome.left === 0) break;
    deaths += 1;
    expect(survived).toBeLessThan(100);
  }
  expect(deaths).toBeGreaterThan(4);
  expect(await namesOf(personal)).toEqual(["acme/handbook"]);
  const old = await personal.services.catalog(from).findSources(["handbook"], 10);
  expect(JSON.stringify(old)).not.toContain("intra-handbook");
  expect((await searchDocs(inTeam, QUESTION)).passages[0]?.url).toBe("https://intra-handbook.test/deploying");
});

/** A context whose process dies after so many writes to catalogs, files and the database. */
function dyingCtx(writes: number) {
  const ctx = movingCtx();
  let left = writes;
  const spend = () => {
    if ((left -= 1) < 0) throw new Error("the process is gone");
  };
  const mortal = <T extends object>(target: T, names: readonly string[]): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          if (names.includes(String(name))) spend();
          return Reflect.apply(value, object, args);
        };
      },
    });
  const catalog: typeof ctx.services.catalog = (owner) =>
    mortal(ctx.services.catalog(owner), ["putSource", "removeSource"]);
  const files = mortal(ctx.services.files, ["put", "delete"]);
  return { ...ctx, db: mortal(ctx.db, ["batch", "update"]), services: { ...ctx.services, catalog, files } };
}

it("leaves a source alone that is being indexed, and one whose name the team has", async () => {
  const { tenant, personal, inTeam, from, to } = await ownerWithTeam("gibbon");
  const { db } = personal;
  const [handbook] = tenant.sourceIds;
  await db.update(jobRuns).set({ status: "CRAWLING" }).where(eq(jobRuns.sourceId, handbook!));
  const now = new Date();
  const twin = { id: personal.newId("src"), ownerKind: to.kind, ownerId: to.id, kind: "site" } as const;
  await db
    .insert(sources)
    .values({ ...twin, name: "api", url: "https://twin.test/", createdAt: now, updatedAt: now });
  expect(await moveSources(movingCtx(), { from, to })).toEqual({ moved: 2, left: 1, kept: 2 });
  expect(await namesOf(personal)).toEqual(["acme/handbook", "api", "handbook"]);
  await db.update(jobRuns).set({ status: "COMPLETE" }).where(eq(jobRuns.sourceId, handbook!));
  expect(await moveSources(movingCtx(), { from, to })).toEqual({ moved: 1, left: 0, kept: 2 });
  expect(await namesOf(inTeam)).toEqual(["Manuals", "api", "handbook", "runbook"]);
});

it("begins with the creation of a team that asks for it, and a stranger's sources stay theirs", async () => {
  const [tenant, stranger] = [await makeTenant("tapir"), await makeTenant("quokka")] as [Tenant, Tenant];
  const made = await tenant.browser.post("/api/teams", { teamName: "Movers", shouldMigrateIndex: true });
  const headers = { "x-team-id": made.body.teamId as string };
  await vi.waitFor(
    async () => {
      expect((await tenant.browser.get(`/api/teams/${made.body.teamId}`)).body).toMatchObject({
        isReceivingSources: false,
      });
    },
    { timeout: 20_000, interval: 100 },
  );
  const { body } = await tenant.browser.get("/api/private-index", headers);
  expect(JSON.stringify(body)).toContain("intra-handbook");
  expect(await namesOf(ctxOf(stranger.account))).toHaveLength(5);
});
