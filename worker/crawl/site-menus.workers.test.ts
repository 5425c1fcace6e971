import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { StubSite } from "#tests/support/stub-site.workers.ts";
import { changeSite, putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { getJobRun, listRunPages } from "#worker/sources/get-job-run.ts";
import { listSources } from "#worker/sources/list-sources.ts";
import { startIndexJob } from "#worker/sources/start-index-job.ts";
import type { StartIndexJob } from "#worker/sources/start-index-job.ts";

const ROBOTS = { "/robots.txt": { body: "User-agent: *\nCrawl-delay: 0.02" } };

function page(name: string, links = ""): string {
  return `<title>${name}</title><main><h1>${name}</h1><p>How otters use ${name} on the river, in a few words.</p>${links}</main>`;
}

async function crawl(host: string, site: StubSite, input: Partial<StartIndexJob> & { path?: string } = {}) {
  const { path = "/", ...options } = input;
  await putSite(host, { ...ROBOTS, ...site });
  const ctx = ctxOf(await makeAccount());
  const { executionId: runId } = await startIndexJob(ctx, { url: `https://${host}${path}`, ...options });
  for (;;) {
    const run = await getJobRun(ctx, { runId });
    if (run.status === "COMPLETE" || run.status === "FAILED") {
      const { pages } = await listRunPages(ctx, { runId });
      const became = (outcome: string) =>
        pages
          .filter((one) => one.outcome === outcome)
          .map(({ url }) => url.slice(`https://${host}`.length))
          .toSorted();
      return { run, pages, indexed: became("indexed"), excluded: became("excluded") };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function inventory(lines: string[]): Promise<string> {
  const head =
    "# Sphinx inventory version 2\n# Project: Otter\n# Version: 1\n# The remainder of this file is compressed using zlib.\n";
  const deflated = new Response(
    new Blob([lines.join("\n")]).stream().pipeThrough(new CompressionStream("deflate")),
  );
  const bytes = [...new TextEncoder().encode(head), ...new Uint8Array(await deflated.arrayBuffer())];
  return btoa(String.fromCharCode(...bytes));
}

it("finds the pages of a Sphinx site that only its inventory names, and not their raw text", async () => {
  const { run, indexed, excluded, pages } = await crawl("sphinx-menu.test", {
    "/": page(
      "home",
      '<a href="_sources/index.rst.txt">View page source</a><script src="_static/doctools.js"></script>',
    ),
    "/objects.inv": {
      base64: await inventory([
        "otter.feed py:function 1 api/feed.html#$ -",
        "install std:doc -1 install.html How to install it",
        "secret std:doc -1 https://elsewhere.test/secret.html -",
      ]),
    },
    "/searchindex.js": 'Search.setIndex({"docnames":["never"],"filenames":["never.rst"]})',
    "/api/feed.html": page("feed"),
    "/install.html": page("install"),
    "/_sources/index.rst.txt": { headers: { "content-type": "text/plain" }, body: "home\n====\nHow otters." },
  });
  expect(indexed).toEqual(["/", "/api/feed.html", "/install.html"]);
  expect(excluded).toEqual(["/_sources/index.rst.txt"]);
  expect(pages.find(({ outcome }) => outcome === "excluded")).toMatchObject({
    reason: expect.stringContaining("raw text"),
    fix: expect.stringContaining("!**/_sources/**"),
  });
  expect(run.verdict?.text).toMatch(
    /^Menu of the site found: 4 pages, 3 searchable, 1 left out by the rules/,
  );
  const asked = (await requestsTo("sphinx-menu.test")).map(({ path }) => path);
  expect(asked).not.toContain("/searchindex.js");
});

it("falls back on the search index, and reads generated pages that are asked for", async () => {
  const { indexed } = await crawl(
    "sphinx-index.test",
    {
      "/": page("home", '<script src="searchindex.js"></script>'),
      "/searchindex.js": 'Search.setIndex({docnames:["a/one","_modules/otter"],filenames:[]})',
      "/a/one.html": page("one"),
      "/_modules/otter.html": page("source"),
    },
    { exclude: ["!**/_modules/**"] },
  );
  expect(indexed).toEqual(["/", "/_modules/otter.html", "/a/one.html"]);
});

it("reads the menus of Doxygen and MkDocs", async () => {
  const doxygen = await crawl("doxygen-menu.test", {
    "/": page("home", '<script src="navtreedata.js"></script>'),
    "/navtreedata.js": `var NAVTREE=[["Otter","index.html",[["Feed","page_feed.html",null]]]]; var NAVTREEINDEX = ["annotated.html","z.html"];`,
    "/navtreeindex0.js": `var NAVTREEINDEX0 = {"classOtter.html":[1,0],"classOtter.html#a1":[1,0,1],"classOtter-members.html":[1]};`,
    "/navtreeindex1.js": `var NAVTREEINDEX1 = {"classRiver.html":[1,1]};`,
    "/annotated.html": page("classes"),
    "/page_feed.html": page("feeding"),
    "/classOtter.html": page("otter"),
    "/classRiver.html": page("river"),
  });
  expect(doxygen.indexed).toEqual([
    "/",
    "/annotated.html",
    "/classOtter.html",
    "/classRiver.html",
    "/page_feed.html",
  ]);
  expect(doxygen.excluded).toEqual(["/classOtter-members.html"]);

  const mkdocs = await crawl("mkdocs-menu.test", {
    "/": page("home", '<script src="search/main.js"></script>'),
    "/search/search_index.json": JSON.stringify({
      docs: [{ location: "guide/" }, { location: "guide/#a" }, {}, null],
    }),
    "/guide/": page("guide"),
  });
  expect(mkdocs.indexed).toEqual(["/", "/guide/"]);
});

it("crawls the folder above where most links of the start page lead there", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const links = names.map((name) => `<a href="../lib/${name}/index.html">${name}</a>`).join(" ");
  const site = {
    "/otp/doc/index.html": page("home", `${links} <a href="about.html">about</a> <a href="/shop">shop</a>`),
    "/otp/doc/about.html": page("about"),
    "/shop": page("shop"),
    ...Object.fromEntries(names.map((name) => [`/otp/lib/${name}/index.html`, page(name)])),
  };
  const wide = await crawl("wide.test", site, { path: "/otp/doc/index.html" });
  expect(wide.indexed).toHaveLength(9);
  expect(wide.indexed).not.toContain("/shop");
  expect(wide.run.verdict?.text).toContain("we crawled everything under /otp/");

  // A folder, or patterns of its owner, are meant as they are.
  const folder = await crawl(
    "narrow.test",
    { ...site, "/otp/doc/": site["/otp/doc/index.html"] },
    { path: "/otp/doc/" },
  );
  expect(folder.indexed).toEqual(["/otp/doc/", "/otp/doc/about.html"]);
});

it("reads a frame that is all of its page", async () => {
  const { indexed } = await crawl("frame.test", {
    "/": `<title>Home</title><iframe src="content/start.html"></iframe>`,
    "/content/start.html": page("start"),
  });
  expect(indexed).toEqual(["/content/start.html"]);
});

it("is complete with problems when more than a tenth of the pages have no text, in the list of sources too", async () => {
  await putSite("blank.test", {
    ...ROBOTS,
    "/": page("home", '<a href="/blank">blank</a>'),
    "/blank": "<title>Blank</title><main></main>",
  });
  const ctx = ctxOf(await makeAccount());
  const index = async () => {
    const { executionId: runId } = await startIndexJob(ctx, { url: "https://blank.test/" });
    for (;;) {
      const run = await getJobRun(ctx, { runId });
      if (run.status === "COMPLETE" || run.status === "FAILED") return run;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const problemInList = async () =>
    (await listSources(ctx)).find(({ url }) => url === "https://blank.test/")?.problem;

  expect(await index()).toMatchObject({
    status: "COMPLETE",
    docsCount: 1,
    error: expect.stringMatching(/^1 of 2 pages/),
  });
  expect(await problemInList()).toMatch(/^1 of 2 pages has no text/);
  const stranger = ctxOf(await makeAccount());
  expect((await listSources(stranger)).filter(({ isPublic }) => !isPublic)).toEqual([]);

  // The next run finds text on the page, and nothing is wrong any more.
  await changeSite("blank.test", { "/blank": page("blank") });
  expect(await index()).toMatchObject({ status: "COMPLETE", docsCount: 2, error: null });
  expect(await problemInList()).toBeNull();
});
