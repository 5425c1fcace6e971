import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { githubRepositories, jobRuns, sources } from "#schema/index.ts";
import {
  connectedCtx,
  endOf,
  indexOf,
  json,
  outcomesOf,
  repositoryJson,
  stubGithub,
} from "#tests/support/github.workers.ts";
import { changeSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { connectDb } from "#worker/platform/db.ts";
import { cancelJobRun } from "#worker/sources/cancel-job-run.ts";
import { getJobRun, listRunPages } from "#worker/sources/get-job-run.ts";
import { addRepoToRef } from "./add-repository.ts";
import { disconnectGitHub } from "./connect.ts";
import { getGithubStatus } from "./get-github-status.ts";
import { refreshRepoStats } from "./refresh-repository.ts";
import { removeRepoFromRef } from "./remove-repository.ts";

const db = connectDb(env.DB);
const { api, web, stubRepository, quietEndOf } = stubGithub("github-repository");

/** An entry of a tree as GitHub lists it; a file unless told otherwise. */
function entry(path: string, change: object = {}) {
  return { path, mode: "100644", type: "blob", sha: "b1", size: 9, ...change };
}

describe("a repository as a source", () => {
  const FILES = {
    "README.md": "# Quokkas\n\nThe readme of the quokka library.\n",
    "docs/feeding.rst": "Feeding\n=======\n\nQuokkas eat ``leaves``.\n",
    "docs/old.md": "# Old\n\nNobody needs it.\n",
    "docs/empty.md": "",
    "CHANGELOG.md": "# 1.0\n",
    "src/index.ts": "export {};",
    "node_modules/x/README.md": "# X\n",
  };

  it("is indexed once, and then where it changed alone; the commit is in its version", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository(FILES);
    const first = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await quietEndOf(ctx, first.executionId, repository)).toMatchObject({
      status: "COMPLETE",
      docsCount: 3,
      error: expect.stringContaining("1 of 4 pages has no text"),
    });
    expect(await outcomesOf(ctx, first.executionId)).toEqual({
      "README.md": "indexed",
      "docs/feeding.rst": "indexed",
      "docs/old.md": "indexed",
      "docs/empty.md": "empty",
    });
    const url = `https://${web}/${repository.fullName}/blob/main/docs/feeding.rst`;
    expect((await indexOf(ctx, first.moduleId).readPage(url))?.markdown).toContain("Quokkas eat `leaves`.");
    const [source] = await db.select().from(sources).where(eq(sources.id, first.moduleId));
    expect(source).toMatchObject({
      kind: "repository",
      name: repository.fullName,
      version: `main@${repository.sha.slice(0, 12)}`,
      totalPages: 3,
    });

    const { "docs/old.md": _gone, ...rest } = FILES;
    const sha = await repository.commit({
      ...rest,
      "docs/feeding.rst": "Feeding\n=======\n\nQuokkas eat ``bark``.\n",
      "docs/new.md": "# New\n\nFresh.\n",
    });
    expect(await refreshRepoStats(ctx, { moduleId: first.moduleId })).toMatchObject({
      commitSha: repository.sha,
      headCommitSha: sha,
      isUpToDate: false,
      executionId: null,
    });
    const second = await refreshRepoStats(ctx, { moduleId: first.moduleId, reindex: true });
    await endOf(ctx, second.executionId ?? "");
    expect(await outcomesOf(ctx, second.executionId ?? "")).toEqual({
      "README.md": "unchanged",
      "docs/feeding.rst": "indexed",
      "docs/new.md": "indexed",
      "docs/empty.md": "empty",
    });
    const read = (await requestsTo(api)).filter(({ path }) => path.includes("/contents/"));
    expect(read.map(({ path }) => path.split("/contents/")[1]?.split("?")[0]).toSorted()).toEqual([
      "docs/empty.md",
      "docs/feeding.rst",
      "docs/new.md",
    ]);
    expect(
      (await indexOf(ctx, first.moduleId).listUrls()).map((at) => at.split("/blob/main/")[1]).toSorted(),
    ).toEqual(["README.md", "docs/feeding.rst", "docs/new.md"]);
    expect(await refreshRepoStats(ctx, { moduleId: first.moduleId, reindex: true })).toMatchObject({
      commitSha: sha,
      isUpToDate: true,
      executionId: null,
    });
  });

  it("shows the code that pages include, and reads a page again when a file that it includes has changed", async () => {
    const ctx = await connectedCtx();
    const files = {
      "docs/guide/first.md": "# First\n\n{* ../../examples/first.py ln[2:3] *}\n",
      "docs/guide/second.md":
        '# Second\n\n```py\n--8<-- "examples/first.py"\n```\n\n--8<-- "examples/late.py"\n',
      "docs/plain.md": "# Plain\n\nNothing of others.\n",
      "examples/first.py": "import quokka\nfirst = 1\nquokka.smile(first)\n",
      "examples/other.py": "other = 1\n",
    };
    const repository = await stubRepository(files);
    const first = await addRepoToRef(ctx, { repository: repository.fullName });
    await endOf(ctx, first.executionId);
    const examples = (await requestsTo(api)).filter(({ path }) => path.includes("/contents/examples/"));
    expect(examples).toHaveLength(1);
    await quietEndOf(ctx, first.executionId, repository);
    const folder = `https://${web}/${repository.fullName}/blob/main/docs`;
    const read = async (path: string) =>
      (await indexOf(ctx, first.moduleId).readPage(`${folder}/${path}`))?.markdown;
    expect(await read("guide/first.md")).toBe(
      "# First {#first}\n\n```python\nfirst = 1\nquokka.smile(first)\n```",
    );
    expect(await read("guide/second.md")).toBe(
      "# Second {#second}\n\n```py\nimport quokka\nfirst = 1\nquokka.smile(first)\n```\n\n[example not in this copy]",
    );
    const saysAbsent = async (runId: string) =>
      (await getJobRun(ctx, { runId })).verdict?.text.includes("1 example not in this copy");
    expect(await saysAbsent(first.executionId)).toBe(true);
    const { pages } = await listRunPages(ctx, { runId: first.executionId });
    expect(pages.filter(({ reason }) => reason !== null)).toMatchObject([
      {
        url: `${folder}/guide/second.md`,
        outcome: "indexed",
        reason: expect.stringContaining("1 included example is not in this copy"),
      },
    ]);
    const again = async (changed: Record<string, string>) => {
      await repository.commit({ ...files, ...changed });
      const run = await refreshRepoStats(ctx, { moduleId: first.moduleId, reindex: true });
      await quietEndOf(ctx, run.executionId ?? "", repository);
      expect(await saysAbsent(run.executionId ?? "")).toBe(!("examples/late.py" in changed));
      return await outcomesOf(ctx, run.executionId ?? "");
    };
    const same = {
      "docs/guide/first.md": "unchanged",
      "docs/guide/second.md": "unchanged",
      "docs/plain.md": "unchanged",
    };
    expect(await again({ "examples/other.py": "other = 2\n" })).toEqual(same);
    const changed = { "examples/first.py": "import quokka\nfirst = 2\nquokka.smile(first)\n" };
    expect(await again(changed)).toEqual({
      ...same,
      "docs/guide/first.md": "indexed",
      "docs/guide/second.md": "indexed",
    });
    expect(await read("guide/first.md")).toContain("first = 2");
    const late = { ...changed, "examples/late.py": "late = True\n" };
    expect(await again(late)).toEqual({ ...same, "docs/guide/second.md": "indexed" });
    expect(await read("guide/second.md")).toContain("```python\nlate = True\n```");
    expect(await again({ ...late, "docs/plain.md": "# Plain\n\nOther words.\n" })).toEqual({
      ...same,
      "docs/plain.md": "indexed",
    });
  });

  it("holds what its owner's patterns say, at a push too", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository(FILES);
    const first = await addRepoToRef(ctx, { repository: repository.fullName, withChangelogs: true });
    await quietEndOf(ctx, first.executionId, repository);
    expect(await outcomesOf(ctx, first.executionId)).toMatchObject({ "CHANGELOG.md": "indexed" });
    const { fullName } = repository;
    const second = await addRepoToRef(ctx, {
      repository: fullName,
      include: ["docs/**"],
      exclude: ["**/old.md"],
    });
    await quietEndOf(ctx, second.executionId, repository);
    const wanted = { "README.md": "excluded", "docs/empty.md": "empty", "docs/old.md": "excluded" };
    expect(await outcomesOf(ctx, second.executionId)).toEqual({ ...wanted, "docs/feeding.rst": "unchanged" });
    expect(await indexOf(ctx, first.moduleId).totals()).toMatchObject({ pages: 1 });
    await repository.commit({ ...FILES, "README.md": "# Other\n\nText.\n" });
    const third = await refreshRepoStats(ctx, { moduleId: first.moduleId, reindex: true });
    await endOf(ctx, third.executionId ?? "");
    expect(await outcomesOf(ctx, third.executionId ?? "")).toEqual({
      ...wanted,
      "docs/feeding.rst": "unchanged",
    });
  });

  it("has a branch each as a version, and the same branch again as the same source", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "README.md": "# Quokkas\n\nThey smile.\n" });
    const branch = `/repos/${repository.fullName}/commits/v1/next`;
    await changeSite(api, { [branch]: { body: repository.sha } });
    const main = await addRepoToRef(ctx, { repository: repository.fullName });
    await endOf(ctx, main.executionId);
    const next = await addRepoToRef(ctx, { repository: repository.fullName, branch: "v1/next" });
    await endOf(ctx, next.executionId);
    const again = await addRepoToRef(ctx, { repository: repository.fullName });
    await endOf(ctx, again.executionId);
    expect(again.moduleId).toBe(main.moduleId);
    expect(next.moduleId).not.toBe(main.moduleId);
    const rows = await db.select().from(sources).where(eq(sources.ownerId, ctx.scope.owner.id));
    const commit = repository.sha.slice(0, 12);
    expect(rows.map(({ name, version }) => [name, version]).toSorted()).toEqual([
      [repository.fullName, `main@${commit}`],
      [repository.fullName, `v1/next@${commit}`],
    ]);
  });

  it("is read folder by folder where GitHub cuts the list; links and submodules are no files", async () => {
    const ctx = await connectedCtx();
    const { fullName, sha } = await stubRepository({});
    const trees = `/repos/${fullName}/git/trees`;
    const text = { body: "# A\n\nText of its own.\n" };
    await changeSite(api, {
      [`${trees}/${sha}?recursive=1`]: json({ tree: [entry("cut.md")], truncated: true }),
      [`${trees}/${sha}`]: json({
        tree: [
          entry("a.md"),
          entry("link.md", { mode: "120000" }),
          entry("module.md", { mode: "160000", type: "commit" }),
          entry("docs", { mode: "040000", type: "tree", sha: "d0c5" }),
          entry("large.md", { size: 2_000_000 }),
        ],
        truncated: false,
      }),
      [`${trees}/d0c5?recursive=1`]: json({ tree: [entry("deep/b c.md", { sha: "b2" })], truncated: false }),
      [`/repos/${fullName}/contents/a.md?ref=${sha}`]: text,
      [`/repos/${fullName}/contents/docs/deep/b%20c.md?ref=${sha}`]: text,
    });
    const { executionId } = await addRepoToRef(ctx, { repository: fullName });
    expect(await endOf(ctx, executionId)).toMatchObject({ status: "COMPLETE", docsCount: 2 });
    expect(await outcomesOf(ctx, executionId)).toEqual({
      "a.md": "indexed",
      "docs/deep/b%20c.md": "indexed",
      "large.md": "too-large",
    });
  });

  it("waits when GitHub asks to, and reads again what failed", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n", "b.md": "# B\n\nText.\n" });
    const file = (path: string) => `/repos/${repository.fullName}/contents/${path}?ref=${repository.sha}`;
    const limited = { status: 403, headers: { "retry-after": "1" } };
    await changeSite(api, {
      [file("a.md")]: { first: [limited], body: "# A\n\nText.\n" },
      [file("b.md")]: { first: [{ status: 500 }], body: "# B\n\nText.\n" },
    });
    const { executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await endOf(ctx, executionId)).toMatchObject({ status: "COMPLETE", docsCount: 2 });
  });

  it("does not count as indexed at a commit of which GitHub failed to give a file", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n", "b.md": "# B\n\nText.\n" });
    const file = `/repos/${repository.fullName}/contents/b.md?ref=${repository.sha}`;
    await changeSite(api, { [file]: { status: 401 } });
    const { executionId, moduleId } = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await endOf(ctx, executionId)).toMatchObject({ status: "COMPLETE", docsCount: 1 });
    await changeSite(api, { [file]: { body: "# B\n\nText.\n" } });
    const again = await refreshRepoStats(ctx, { moduleId, reindex: true });
    expect(again).toMatchObject({ commitSha: null, isUpToDate: false });
    expect(await endOf(ctx, again.executionId ?? "")).toMatchObject({ status: "COMPLETE", docsCount: 2 });
    expect(await outcomesOf(ctx, again.executionId ?? "")).toEqual({
      "a.md": "unchanged",
      "b.md": "indexed",
    });
    expect(await refreshRepoStats(ctx, { moduleId })).toMatchObject({ isUpToDate: true });
  });

  it("fails with a reason when there are no documents, and when GitHub does not show it any more", async () => {
    const ctx = await connectedCtx();
    const none = await stubRepository({ "src/main.c": "int main;" });
    const first = await addRepoToRef(ctx, { repository: none.fullName });
    expect(await endOf(ctx, first.executionId)).toMatchObject({
      status: "FAILED",
      error: expect.stringContaining("has no documents"),
    });
    expect((await getGithubStatus(ctx)).repositories).toMatchObject([
      { problem: expect.stringContaining("has no documents") },
    ]);
    expect(await refreshRepoStats(ctx, { moduleId: first.moduleId, reindex: true })).toMatchObject({
      isUpToDate: true,
      executionId: null,
    });
    const lost = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const indexed = await addRepoToRef(ctx, { repository: lost.fullName });
    await quietEndOf(ctx, indexed.executionId, lost);
    const sha = await lost.commit({ "b.md": "# B\n\nText.\n" });
    await changeSite(api, { [`/repos/${lost.fullName}/git/trees/${sha}?recursive=1`]: null });
    const again = await addRepoToRef(ctx, { repository: lost.fullName });
    expect(await endOf(ctx, again.executionId)).toMatchObject({
      status: "FAILED",
      docsCount: 0,
      error: expect.stringContaining("GitHub no longer shows this repository"),
    });
    expect(await indexOf(ctx, indexed.moduleId).totals()).toMatchObject({ pages: 0, chunks: 0 });
  });

  it("is a stranger's for everybody else", async () => {
    const ctx = await connectedCtx();
    const stranger = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const { moduleId, executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    await endOf(ctx, executionId);
    const notFound = { code: "not-found" };
    await expect(refreshRepoStats(stranger, { moduleId })).rejects.toMatchObject(notFound);
    await expect(removeRepoFromRef(stranger, { moduleId })).rejects.toMatchObject(notFound);
    await expect(getJobRun(stranger, { runId: executionId })).rejects.toMatchObject(notFound);
    expect((await getGithubStatus(stranger)).repositories).toEqual([]);
    const own = await addRepoToRef(stranger, { repository: repository.fullName });
    expect(own.moduleId).not.toBe(moduleId);
    await endOf(stranger, own.executionId);
    await removeRepoFromRef(stranger, { moduleId: own.moduleId });
    expect(await indexOf(ctx, moduleId).totals()).toMatchObject({ pages: 1 });
  });

  it("leaves nothing when it is removed, while it is being indexed too", async () => {
    const ctx = await connectedCtx();
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`p${n}.md`, `# P${n}\n\nText ${n}.\n`]),
    );
    const repository = await stubRepository(files);
    const { moduleId, executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    await expect.poll(async () => (await indexOf(ctx, moduleId).totals()).pages).toBeGreaterThan(0);
    // The state after a first removal that was killed after its first step.
    await db.delete(githubRepositories).where(eq(githubRepositories.sourceId, moduleId));
    expect(await removeRepoFromRef(ctx, { moduleId })).toEqual({ removed: true });
    await expect(removeRepoFromRef(ctx, { moduleId })).rejects.toMatchObject({ code: "not-found" });
    await ctx.settled();
    for (const table of [sources, githubRepositories, jobRuns])
      expect(await db.select().from(table).where(eq(table.ownerId, ctx.scope.owner.id))).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await indexOf(ctx, moduleId).totals()).toEqual({ pages: 0, chunks: 0, tokens: 0 });
    expect(await ctx.services.crawlRun(executionId).status()).toBeNull();
    const again = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await endOf(ctx, again.executionId)).toMatchObject({ status: "COMPLETE", docsCount: 40 });
  });

  it("is not searchable any more when its connection is given up, unless everybody may see it", async () => {
    const ctx = await connectedCtx();
    const own = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const open = await stubRepository({ "b.md": "# B\n\nText.\n" });
    const isOpen = json(repositoryJson(open.id, open.fullName, { private: false }));
    await changeSite(api, { [`/repos/${open.fullName}`]: isOpen });
    for (const { fullName } of [own, open]) {
      const { executionId } = await addRepoToRef(ctx, { repository: fullName });
      await endOf(ctx, executionId);
    }
    await disconnectGitHub(ctx);
    const { repositories } = await getGithubStatus(ctx);
    expect(repositories.map(({ fullName, totalPages }) => [fullName, totalPages])).toEqual([
      [own.fullName, 0],
      [open.fullName, 1],
    ]);
  });

  it("can be cancelled", async () => {
    const ctx = await connectedCtx();
    const repository = await stubRepository({ "a.md": "# A\n\nText.\n" });
    const wait = { status: 403, headers: { "retry-after": "3600" } };
    await changeSite(api, { [`/repos/${repository.fullName}/contents/a.md?ref=${repository.sha}`]: wait });
    const { executionId } = await addRepoToRef(ctx, { repository: repository.fullName });
    expect(await cancelJobRun(ctx, { runId: executionId })).toMatchObject({
      status: "FAILED",
      error: "Cancelled.",
    });
  });
});
