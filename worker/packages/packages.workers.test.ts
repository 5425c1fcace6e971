import { SELF } from "cloudflare:test";
import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { makeTarGz } from "#tests/support/make-tar.workers.ts";
import { putSite } from "#tests/support/stub-site.workers.ts";
import { readFirst } from "#worker/catalog/searchable-sources.ts";
import type { Ctx } from "#worker/context.ts";
import { newId } from "#worker/platform/ids.ts";
import { searchDocs } from "#worker/search/search-docs.ts";
import { listRunPages } from "#worker/sources/get-job-run.ts";
import { indexAgain } from "#worker/source-kinds/index-again.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { pinVersions, removePins } from "#worker/version-pins/pin-versions.ts";
import { indexPackage } from "./index-package.ts";
import { untilOver } from "#tests/support/crawl.workers.ts";

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

const FILES = {
  "package/package.json": "{}",
  "package/README.md": "# quokka\n\nHops to a place. See [guide](docs/guide.md).",
  "package/docs/guide.md":
    "# Guide\n\nCall `hopTo` with a place and wait for the landing.\n\n```ts\nimport { hopHome } from '@zoo/quokka';\n```",
  "package/lib/notes.md": "# Notes\n\nOf nobody's concern.",
  "package/node_modules/other/README.md": "# other\n\nSomebody else's.",
  "package/index.d.ts":
    "/** Hops to a place. */\nexport declare function hopTo(place: string): Promise<void>;\nexport type Landing = void;\n",
  "package/index.d.mts": "export declare function hopTo(place: string): Promise<void>;\n",
  "package/index.js": "exports.hopTo = () => {}",
};

async function putNpm(version: string, files: Record<string, string>) {
  await putSite("npm.test", {
    [`/@zoo%2fquokka/${version}`]: {
      body: JSON.stringify({
        name: "@zoo/quokka",
        version,
        description: "Hops",
        dist: { tarball: `https://tarballs.test/quokka-${version}.tgz` },
      }),
    },
  });
  await putSite("tarballs.test", { [`/quokka-${version}.tgz`]: { base64: base64(await makeTarGz(files)) } });
}

it("a version of an npm package is a source: README, documentation, declarations; once more nothing changes", async () => {
  await putNpm("1.2.0", FILES);
  const account = await makeAccount();
  const ctx = ctxOf(account);
  const answer = await SELF.fetch("https://docenda.test/api/packages", {
    method: "POST",
    headers: { authorization: `Bearer ${account.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ ecosystem: "npm", name: "@zoo/quokka", version: "1.2.0" }),
  });
  expect(answer.status).toBe(200);
  const { executionId, moduleId } = await answer.json<{ executionId: string; moduleId: string }>();
  expect(await untilOver(ctx, executionId)).toMatchObject({
    status: "COMPLETE",
    docsCount: 3,
    crawl: {
      outcomes: { indexed: 3 },
      seededFrom: [
        {
          from: "package",
          pages: 3,
          types: { exports: 2, unknown: { examples: ["hopHome"] }, undocumented: { examples: ["Landing"] } },
        },
      ],
    },
    verdict: { text: expect.stringContaining("names that this version doesn't export: hopHome.") },
  });
  expect((await listSources(ctx)).find(({ id }) => id === moduleId)).toMatchObject({
    kind: "package",
    name: "@zoo/quokka",
    version: "1.2.0",
    refreshDueAt: null,
  });
  const { pages } = await listRunPages(ctx, { runId: executionId });
  expect(pages.map(({ url }) => url)).toEqual([
    "https://unpkg.com/@zoo/quokka@1.2.0/README.md",
    "https://unpkg.com/@zoo/quokka@1.2.0/docs/guide.md",
    "https://unpkg.com/@zoo/quokka@1.2.0/index.d.ts",
  ]);
  const found = await searchDocs(ctx, { query: "quokka hopTo place", scope: "private" });
  expect(found.text).toContain("export declare function hopTo(place: string)");

  const again = await indexAgain(ctx, { moduleId });
  expect(await untilOver(ctx, again.executionId)).toMatchObject({
    docsCount: 3,
    crawl: { outcomes: { unchanged: 3 } },
  });
});

it("a package of PyPI has its page and the documentation of its archive", async () => {
  const release = {
    body: JSON.stringify({
      info: {
        name: "quokka",
        version: "0.3",
        summary: "Hops",
        description: "Quokka\n======\n\nHops in Python.",
        description_content_type: null,
      },
      urls: [
        { packagetype: "bdist_wheel", url: "https://tarballs.test/q.whl", filename: "q.whl" },
        { packagetype: "sdist", url: "https://tarballs.test/q-0.3.tar.gz", filename: "q-0.3.tar.gz" },
      ],
    }),
  };
  await putSite("pypi.test", { "/pypi/quokka/json": release, "/pypi/quokka/0.3/json": release });
  const files = {
    "q-0.3/README.rst": "Quokka\n======\n\nAs a file.",
    "q-0.3/docs/use.rst": "Use\n===\n\nImport it.",
  };
  await putSite("tarballs.test", { "/q-0.3.tar.gz": { base64: base64(await makeTarGz(files)) } });
  const ctx = ctxOf(await makeAccount());
  const { executionId } = await indexPackage(ctx, { ecosystem: "pypi", name: "quokka" });
  expect(await untilOver(ctx, executionId)).toMatchObject({ status: "COMPLETE", docsCount: 2 });
  const { pages } = await listRunPages(ctx, { runId: executionId });
  expect(pages.map(({ url }) => url)).toEqual([
    "https://pypi.org/project/quokka/0.3/",
    "https://pypi.org/project/quokka/0.3/docs/use.rst",
  ]);
});

it("fails with the reason: no such version, a bomb, an archive at a private address", async () => {
  const ctx = ctxOf(await makeAccount());
  await putSite("npm.test", {});
  await expect(indexPackage(ctx, { ecosystem: "npm", name: "nothing" })).rejects.toMatchObject({
    code: "not-found",
  });
  const put = async (name: string, tarball: string) => {
    const body = JSON.stringify({ name, version: "1.0.0", dist: { tarball } });
    await putSite("npm.test", { [`/${name}/latest`]: { body }, [`/${name}/1.0.0`]: { body } });
    const { executionId } = await indexPackage(ctx, { ecosystem: "npm", name });
    return await untilOver(ctx, executionId);
  };
  expect(await put("inside", "http://169.254.169.254/latest/meta-data")).toMatchObject({
    status: "FAILED",
    error: expect.stringContaining("not on the public internet"),
  });
  await putSite("tarballs.test", { "/page.tgz": "<html>Sign in</html>" });
  expect(await put("page", "https://tarballs.test/page.tgz")).toMatchObject({
    status: "FAILED",
    error: expect.stringContaining("it is damaged"),
  });
});

/** The versions of wombatlib that answer. */
async function versionsFor(who: Ctx, extra: { version?: string } = {}) {
  const { passages } = await searchDocs(who, { query: "how does wombatlib dig a burrow", ...extra });
  return [...new Set(passages.map(({ version }) => version))];
}

it("a lockfile makes searches of its owner prefer the version it names, until it is forgotten", async () => {
  const account = await makeAccount();
  const ctx = ctxOf(account);
  const other = ctxOf(await makeAccount());
  for (const version of ["1.0.0", "2.0.0"]) {
    const markdown = `# Burrows\n\nA wombat digs its burrow with digging style ${version}.`;
    await indexPages({ name: "wombatlib", url: `https://wombat.test/${version}/`, version }, [
      { path: "burrows", title: "Burrows", markdown },
    ]);
  }
  expect(await versionsFor(ctx)).toEqual(["2.0.0"]);
  const packages = { "node_modules/WombatLib": { version: "1.0.0" } };
  const put = async (text: string) => {
    const answer = await SELF.fetch("https://docenda.test/api/version-pins", {
      method: "PUT",
      headers: { authorization: `Bearer ${account.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ fileName: "package-lock.json", text }),
    });
    return await answer.json();
  };
  // A lockfile as large as those of large repositories: other requests may have 1 MiB.
  const integrity = "x".repeat(3 * 1024 * 1024);
  expect(await put(JSON.stringify({ packages: { "": { integrity }, ...packages } }))).toEqual({ pinned: 1 });
  expect(await put("x".repeat(9 * 1024 * 1024))).toMatchObject({
    error: { code: "invalid-argument", message: "This lockfile is larger than 8 MiB." },
  });
  expect(await versionsFor(ctx)).toEqual(["1.0.0"]);
  expect(await versionsFor(ctx, { version: "2" })).toEqual(["2.0.0"]);
  expect(await versionsFor(other)).toEqual(["2.0.0"]);
  await expect(pinVersions(ctx, { fileName: "go.mod", text: "no" })).rejects.toMatchObject({
    code: "invalid-argument",
  });
  await removePins(ctx);
  expect(await versionsFor(ctx)).toEqual(["2.0.0"]);
});

it("a package of a lockfile speaks for the entry of the public catalog that has it", async () => {
  const account = await makeAccount();
  const ctx = ctxOf(account);
  const { owner } = ctx.scope;
  for (const version of ["14.2", "15.1"]) {
    const markdown = `# Routing\n\nA segment of the router has a layout, in the manner of ${version}.`;
    const page = { path: "routing", title: "Routing", markdown };
    await indexPages({ owner, name: "Next.js", url: `https://nextjs.test/${version}/`, version }, [page]);
  }
  for (const name of ["MongoDB", "MongoDB Node.js driver", "Apache Kafka", "Gin", "quokka"]) {
    const page = { path: "start", title: "Start", markdown: `# Start\n\nWhat ${name} is.` };
    await indexPages({ owner, name, url: `https://${newId("host").toLowerCase()}.test/` }, [page]);
  }
  const packages = Object.entries({ next: "14.2.3", mongodb: "6.10.0", kafkajs: "2.2.4", quokka: "1.0.0" });
  const folders = packages.map(([name, version]) => [`node_modules/${name}`, { version }]);
  const text = JSON.stringify({ packages: Object.fromEntries(folders) });
  await pinVersions(ctx, { fileName: "package-lock.json", text });
  await pinVersions(ctx, {
    fileName: "go.mod",
    text: "module example.test/app\n\nrequire github.com/gin-gonic/gin v1.10.0\n",
  });
  const { pins } = await readFirst(ctx);
  expect(Object.fromEntries(pins)).toEqual({
    "next.js": { version: "14.2.3", isCertain: true },
    // The package is the driver's, though the server has its name.
    "mongodb node.js driver": { version: "6.10.0", isCertain: false },
    "apache kafka": { version: "2.2.4", isCertain: false },
    gin: { version: "1.10.0", isCertain: true },
    quokka: { version: "1.0.0", isCertain: true },
  });
  expect((await readFirst(ctxOf(await makeAccount()))).pins.size).toBe(0);
  const { passages } = await searchDocs(ctx, {
    query: "which layout has a segment of the router in Next.js",
  });
  expect(passages.map(({ source, version }) => [source, version])).toContainEqual(["Next.js", "14.2"]);
  expect(passages.map(({ version }) => version)).not.toContain("15.1");
});
