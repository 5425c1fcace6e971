import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDataSet } from "#evals/data.ts";
import { missingFrom } from "#evals/squeeze.ts";
import { ROOT } from "#local/root.ts";
import { freePort, startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { seedFolders } from "#local/stand-ins/seed-repositories.ts";
import { startStandIns } from "#local/stand-ins/start-stand-ins.ts";
import type { StandIns } from "#local/stand-ins/start-stand-ins.ts";
import { startCountingProxy } from "#tests/support/counting-proxy.ts";
import type { CountingProxy } from "#tests/support/counting-proxy.ts";
import { callsOf, searchOverMcp } from "#tests/support/product-calls.ts";
import { countObjects, countStored, findRows, readStoredPages } from "#tests/support/stored-rows.ts";
import { WebVisitor } from "#tests/support/web-visitor.ts";

const DATA = join(ROOT, "../shared/eval/dev");
const CORPORA = ["hono", "zod"];
/** An API with its example, and an error message: what no change of the ranking may lose. */
const ANSWERED = new Set(["hono-09", "zod-07"]);
/** Durable Objects that keep what was indexed. A session keeps what it was sent, and forgets it after 30 idle minutes. */
const KEEPING = ["DocsIndex", "Catalog", "CrawlRun", "LiveHub"];
const CHANGED = "docs/api/request.md";
const NEW_TEXT = "The quokkaLimit option refuses bodies with more than quokkaLimit marsupials.";

describe.skipIf(!existsSync(DATA))("repositories that hold documentation nobody here wrote", () => {
  const stateDir = mkdtempSync(join(tmpdir(), "docenda-github-corpora-"));
  let standIns: StandIns;
  let api: CountingProxy;
  let server: LocalServer;
  let { call, get, endOf } = {} as ReturnType<typeof callsOf>;
  let key: string;

  beforeAll(async () => {
    const port = await freePort(0);
    standIns = await startStandIns({ port: 0, origin: `http://127.0.0.1:${port}` });
    await seedFolders(standIns.github, join(DATA, "../md"), CORPORA);
    api = await startCountingProxy(standIns.github.apiUrl);
    server = await startServer({
      port,
      stateDir,
      env: { ...standIns.vars, GITHUB_API_URL: api.url },
      quiet: true,
    });
    const visitor = new WebVisitor(server.url);
    ({ call, get, endOf } = callsOf(visitor));
    await (await visitor.signInAt("github", "demo@docenda.local")).body?.cancel();
    ({ key } = await call("createApiKeyCallableV2", { name: "corpora" }));
    const { url } = await call("initiateGitHubOAuth", { returnTo: "/resources?tab=github" });
    await (await visitor.chooseAt(url, "demo@docenda.local")).body?.cancel();
  }, 120_000);

  afterAll(async () => {
    await server?.close();
    await api?.close();
    await standIns?.close();
    rmSync(stateDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  });

  const search = (query: string, source: string) => searchOverMcp({ url: server.url, key }, query, source);

  it("are searched, follow a push by its one file, and leave no row, vector or object behind", async () => {
    const modules = new Map<string, string>();
    for (const name of CORPORA) {
      const { executionId, moduleId } = await call("addRepoToRef", { repository: `demo/${name}` });
      modules.set(name, moduleId);
      expect(await endOf(executionId)).toMatchObject({ status: "COMPLETE", displayName: `demo/${name}` });
    }
    const stored = readStoredPages(stateDir);
    const { questions } = loadDataSet(DATA, stateDir, CORPORA);
    for (const { query, must, corpus } of questions.filter(({ id }) => ANSWERED.has(id)))
      expect(missingFrom(await search(query, `demo/${corpus}`), must)).toEqual([]);
    const counts = countStored(stateDir);
    expect(counts.pages).toBe(stored.size);
    expect(stored.size).toBeGreaterThan(100);
    expect(counts).toMatchObject({ terms: counts.chunks, vectors: counts.pages });

    api.takePaths();
    const text = readFileSync(join(DATA, "../md/hono", CHANGED), "utf8");
    const pushedAt = Date.now();
    const commit = await standIns.github.push("demo/hono", {
      [CHANGED]: `${text}\n## quokkaLimit\n\n${NEW_TEXT}\n`,
    });
    await expect
      .poll(() => search("what does quokkaLimit refuse", "demo/hono"), { timeout: 30_000, interval: 250 })
      .toContain(NEW_TEXT);
    expect(Date.now() - pushedAt).toBeLessThan(30_000);
    const [latest] = (await get("/api/job-runs")).jobRuns;
    const files = [...stored.keys()].filter((url) => url.includes("/demo/hono/"));
    expect((await endOf(latest.executionId)).crawl.outcomes).toEqual({
      indexed: 1,
      unchanged: files.length - 1,
    });
    // What was not read cannot have been embedded.
    expect(api.takePaths().filter((path) => path.includes("/contents/"))).toEqual([
      `/repos/demo/hono/contents/${CHANGED}?ref=${commit}`,
    ]);
    const after = readStoredPages(stateDir);
    const rewritten = [...after].filter(([url, page]) => !isDeepStrictEqual(page, stored.get(url)));
    expect(rewritten.map(([url]) => url)).toEqual([
      `${standIns.github.webUrl}/demo/hono/blob/main/${CHANGED}`,
    ]);
    expect(after.size).toBe(stored.size);

    const words = [...modules.values(), ...CORPORA.map((name) => `demo/${name}`), "quokkaLimit"];
    expect(findRows(stateDir, KEEPING, words)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^D1 sources: 2$/), expect.stringMatching(/^Catalog /)]),
    );
    for (const moduleId of modules.values())
      expect(await call("removeRepoFromRef", { moduleId })).toEqual({ removed: true });
    expect(countStored(stateDir)).toEqual({ pages: 0, chunks: 0, terms: 0, vectors: 0 });
    expect(countObjects(stateDir)).toBe(0);
    // The history of credits says what was searched, and stays.
    expect(
      findRows(stateDir, KEEPING, words).filter((line) => !line.startsWith("D1 credit_transactions:")),
    ).toEqual([]);
    await expect.poll(() => standIns.github.call("demo", "GET", "/repos/demo/hono/hooks")).toEqual([]);
  }, 120_000);
});
