import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listInstalledDocs } from "#local/installed-docs.ts";
import { freePort, startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { seedRepositories } from "#local/stand-ins/seed-repositories.ts";
import { startStandIns } from "#local/stand-ins/start-stand-ins.ts";
import type { StandIns } from "#local/stand-ins/start-stand-ins.ts";
import { callsOf, searchOverMcp } from "#tests/support/product-calls.ts";
import { WebVisitor } from "#tests/support/web-visitor.ts";

const STATE_DIR = mkdtempSync(join(tmpdir(), "docenda-github-"));

/** Of the page that the push replaces. */
const OLD_TEXT = "dispatching requests against multiple different origins";

let standIns: StandIns;
let server: LocalServer;
let visitor: WebVisitor;
let { call, get, endOf } = {} as ReturnType<typeof callsOf>;

beforeAll(async () => {
  const port = await freePort(0);
  standIns = await startStandIns({ port: 0, origin: `http://127.0.0.1:${port}` });
  await seedRepositories(standIns.github, listInstalledDocs());
  server = await startServer({ port, stateDir: STATE_DIR, env: standIns.vars, quiet: true });
  visitor = new WebVisitor(server.url);
  ({ call, get, endOf } = callsOf(visitor));
}, 120_000);

afterAll(async () => {
  await server?.close();
  await standIns?.close();
  rmSync(STATE_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

test("a repository is connected, indexed, follows a push within 30 s, and leaves nothing behind", async () => {
  const done = await visitor.signInAt("github", "demo@docenda.local");
  expect(await done.text()).toContain("You are signed in");
  const { key } = await call("createApiKeyCallableV2", { name: "flow" });
  const search = (query: string, source?: string) => searchOverMcp({ url: server.url, key }, query, source);

  await expect(call("getGitHubRepositories")).rejects.toThrow("GitHub is not connected");
  const { url } = await call("initiateGitHubOAuth", { returnTo: "/resources?tab=github" });
  const back = await visitor.chooseAt(url, "demo@docenda.local");
  expect(back.url).toBe(`${server.url}/resources?tab=github&github=connected`);
  await back.body?.cancel();

  const { login, repositories } = await call("getGitHubRepositories");
  expect(login).toBe("demo");
  expect(repositories.map((one: any) => [one.fullName, one.isPrivate]).toSorted()).toEqual([
    ["ada/fast-check", true],
    ["demo/capnweb", true],
    ["demo/undici-docs", false],
  ]);
  const { branches } = await call("getGitHubRepoBranches", { repository: "demo/undici-docs" });
  const firstCommit = branches[0].commitSha as string;

  const { executionId, moduleId } = await call("addRepoToRef", { repository: "demo/undici-docs" });
  const run = await endOf(executionId);
  expect(run).toMatchObject({ status: "COMPLETE", displayName: "demo/undici-docs" });
  expect(run.docsCount).toBeGreaterThan(30);
  const found = await search("undici retry handler max retries");
  expect(found).toContain(`${standIns.github.webUrl}/demo/undici-docs/blob/main/docs/`);
  expect(found).toContain(`main@${firstCommit.slice(0, 12)}`);

  const path = "docs/docs/api/Agent.md";
  const aboutAgents = "class Agent: dispatching requests against multiple different origins";
  expect(await search(aboutAgents, "demo/undici-docs")).toContain(OLD_TEXT);
  const pushedAt = Date.now();
  const commit = await standIns.github.push("demo/undici-docs", {
    [path]: "# Agent\n\n## quokkaTimeout\n\nThe option quokkaTimeout decides how long a quokka waits.\n",
  });
  await expect
    .poll(() => search("quokkaTimeout option of an agent", "demo/undici-docs"), {
      timeout: 30_000,
      interval: 250,
    })
    .toContain("quokkaTimeout decides how long a quokka waits");
  const searchableAfterMs = Date.now() - pushedAt;
  expect(searchableAfterMs).toBeLessThan(30_000);
  await expect
    .poll(async () => (await call("refreshRepoStats", { moduleId })).isUpToDate, { timeout: 20_000 })
    .toBe(true);

  const [latest] = (await get("/api/job-runs")).jobRuns;
  const { crawl } = await endOf(latest.executionId);
  expect(crawl.outcomes).toEqual({ indexed: 1, unchanged: run.docsCount - 1 });
  expect(await search(aboutAgents, "demo/undici-docs")).not.toContain(OLD_TEXT);
  expect(await search("undici retry handler max retries")).toContain(`main@${commit.slice(0, 12)}`);

  expect(await call("removeRepoFromRef", { moduleId })).toEqual({ removed: true });
  expect(await get("/api/github")).toMatchObject({ connection: { login: "demo" }, repositories: [] });
  expect((await get("/api/job-runs")).jobRuns).toEqual([]);
  expect(await search("quokkaTimeout option of an agent")).not.toContain("quokka waits");
  await expect.poll(() => standIns.github.call("demo", "GET", "/repos/demo/undici-docs/hooks")).toEqual([]);
}, 180_000);

test("who loses access to a private repository finds it no longer", async () => {
  const { executionId, moduleId } = await call("addRepoToRef", { repository: "ada/fast-check" });
  expect(await endOf(executionId)).toMatchObject({ status: "COMPLETE", docsCount: 1 });
  await standIns.github.call("ada", "DELETE", "/repos/ada/fast-check/collaborators/demo");
  await expect(call("addRepoToRef", { repository: "ada/fast-check" })).rejects.toThrow(
    "GitHub does not show this repository",
  );
  await expect(call("refreshRepoStats", { moduleId, reindex: true })).rejects.toThrow("does not show");
  const { repositories } = await get("/api/github");
  expect(repositories).toMatchObject([{ moduleId, commitSha: null, totalPages: 0 }]);
}, 60_000);
