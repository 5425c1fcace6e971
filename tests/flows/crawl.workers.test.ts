import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { ROBOTS, page, links, crawl, indexOf } from "#tests/support/crawl.workers.ts";
import { changeSite, putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import type { StubSite } from "#tests/support/stub-site.workers.ts";
import { listJobRuns } from "#worker/sources/list-job-runs.ts";

const utf16 = btoa(
  String.fromCharCode(
    0xff,
    0xfe,
    ...Array.from(page("Sixteen", "Written in sixteen bits: é"), (c) => [
      c.charCodeAt(0) & 255,
      c.charCodeAt(0) >> 8,
    ]).flat(),
  ),
);

const SITE: StubSite = {
  "/robots.txt": ROBOTS,
  "/docs/": page(
    "Guide",
    `The guide to the quokka library. ${links("install", "api/", "old", "gone", "private/key", "hidden", "copy", "picture", "huge", "sixteen")}
     ${links("alias", "empty", "chapter", "app", "logo.png", "/blog/", "https://elsewhere.test/", "teapot", "members", "account", "flaky", "out", "loop-a", "notes.md", "plain.txt")}
     ${links("list?page=1", "list?page=1&utm_source=mail#x", "install#top", "mailto:a@b.test", "api/", "nofollow", "moved", "stub", "scriptless", "japanese")}`,
  ),
  "/docs/install": {
    headers: { "content-type": "text/html", etag: '"install-1"' },
    body: page("Install", "Run the installer."),
  },
  "/docs/api/": page("API", `Functions of the library. ${links("connect", "../install")}`),
  "/docs/api/connect": page("connect()", "Opens a connection to a quokka."),
  "/docs/old": { status: 301, headers: { location: "/docs/new" } },
  "/docs/new": page("New", "Where the old page went."),
  "/docs/private/key": page("Private", "Not for robots."),
  "/docs/hidden": page(
    "Hidden",
    `Not for search. ${links("behind-hidden")}`,
    '<meta name="robots" content="noindex">',
  ),
  "/docs/behind-hidden": page("Behind", "Reached through a page that is not indexed."),
  "/docs/nofollow": {
    headers: { "content-type": "text/html", "x-robots-tag": "otherbot: noindex, docendabot: nofollow" },
    body: page("No follow", `Indexed, but its links are not followed. ${links("never")}`),
  },
  "/docs/copy": {
    headers: { "content-type": "text/html", etag: '"copy-1"' },
    body: page("Install", "Run the installer."),
  },
  "/docs/picture": { headers: { "content-type": "image/png" }, body: "PNG" },
  "/docs/huge": { headers: { "content-type": "text/html" }, body: "<p>spam and eggs</p>", repeat: 300_000 },
  "/docs/sixteen": { headers: { "content-type": "text/html" }, base64: utf16 },
  "/docs/alias": page("Real", "One text, two names.", '<link rel="canonical" href="/docs/real">'),
  "/docs/real": page("Real", "One text, two names.", '<link rel="canonical" href="/docs/real">'),
  "/docs/empty": "<!doctype html><title>Nothing</title><body></body>",
  "/docs/chapter": `<!doctype html><html><head><title>Chapter - Book</title></head><nav>${links(..."abcdefghij")}</nav><main><h1>Chapter</h1></main><script src="book.js"></script>`,
  "/docs/app": `<!doctype html><title>App</title><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="app.js"></script></body>`,
  "/docs/teapot": { status: 418 },
  "/docs/members": { status: 401, headers: { "www-authenticate": "Basic" } },
  "/docs/account": { status: 302, headers: { location: "/docs/login?next=account" } },
  "/docs/flaky": {
    first: [{ status: 503, headers: { "retry-after": "0" } }],
    headers: { "content-type": "text/html" },
    body: page("Flaky", "Answers the second time."),
  },
  "/docs/out": { status: 302, headers: { location: "https://elsewhere.test/docs" } },
  "/docs/loop-a": { status: 302, headers: { location: "loop-b" } },
  "/docs/loop-b": { status: 302, headers: { location: "loop-a" } },
  "/docs/moved": `<html><head><title>Moved</title><meta http-equiv="refresh" content="0; url=moved-here"></head></html>`,
  "/docs/stub": `<html><head><title>Redirection</title><meta http-equiv="refresh" content="0;URL='moved-here#there'"></head><body><p>Redirecting to <a href="moved-here#there">moved-here#there</a>...</p></body></html>`,
  "/docs/scriptless": page(
    "Scriptless",
    "Some words.",
    '<noscript><meta http-equiv="refresh" content="0;url=install"></noscript>',
  ),
  "/docs/moved-here": page("Moved here", "Reached by a page that only sends its reader on."),
  "/docs/notes.md": {
    headers: { "content-type": "text/markdown" },
    body: "# Notes\n\nWritten in markdown. See [more](more.md).",
  },
  "/docs/more.md": { headers: { "content-type": "text/plain" }, body: "# More\n\nMarkdown by its name." },
  "/docs/plain.txt": {
    headers: { "content-type": "text/plain; charset=iso-8859-1" },
    base64: btoa("Plain words, \xe9 in Latin-1."),
  },
  "/docs/japanese": {
    headers: { "content-type": "text/html" },
    base64: btoa("<meta charset=shift_jis><h1>Japanese</h1><p>\x83\x65\x83\x58\x83\x67</p>"),
  },
  "/docs/list?page=1": page("List", `The first part. ${links("list?page=2")}`),
  "/docs/list?page=2": page("List, continued", "The second part."),
  "/blog/": page("Blog", "Outside of the documentation."),
};

const OUTCOMES = {
  "/docs/": "indexed",
  "/docs/install": "indexed",
  "/docs/api/": "indexed",
  "/docs/api/connect": "indexed",
  "/docs/old": "redirected",
  "/docs/new": "indexed",
  "/docs/gone": "not-found",
  "/docs/private/key": "robots",
  "/docs/hidden": "noindex",
  "/docs/behind-hidden": "indexed",
  "/docs/nofollow": "indexed",
  "/docs/copy": "duplicate",
  "/docs/stub": "redirected",
  "/docs/scriptless": "indexed",
  "/docs/picture": "not-a-document",
  "/docs/huge": "too-large",
  "/docs/sixteen": "indexed",
  "/docs/alias": "duplicate",
  "/docs/real": "indexed",
  "/docs/empty": "empty",
  "/docs/chapter": "empty",
  ...Object.fromEntries([..."abcdefghij"].map((name) => [`/docs/${name}`, "not-found"])),
  "/docs/app": "needs-browser",
  "/docs/teapot": "http-error",
  "/docs/members": "sign-in",
  "/docs/account": "sign-in",
  "/docs/flaky": "indexed",
  "/docs/out": "redirected",
  "/docs/loop-a": "redirected",
  "/docs/loop-b": "redirected",
  "/docs/moved": "redirected",
  "/docs/moved-here": "indexed",
  "/docs/notes.md": "indexed",
  "/docs/more.md": "indexed",
  "/docs/plain.txt": "indexed",
  "/docs/japanese": "indexed",
  "/docs/list?page=1": "indexed",
  "/docs/list?page=2": "indexed",
};

const INDEXED = Object.entries(OUTCOMES).flatMap(([path, outcome]) => (outcome === "indexed" ? [path] : []));

describe("a site", () => {
  it("is indexed whole, page by page with reasons; a second crawl writes nothing, and a third sees the changes", async () => {
    await putSite("quokka.test", SITE);
    const ctx = ctxOf(await makeAccount());
    const first = await crawl(ctx, { url: "https://quokka.test/docs/" });
    expect(first.outcomes).toEqual(OUTCOMES);
    expect(first.run).toMatchObject({
      status: "COMPLETE",
      docsCount: INDEXED.length,
      // The empty page, the list of a chapter and the application that a browser draws.
      error: expect.stringMatching(new RegExp(`^3 of ${INDEXED.length + 3} pages have no text`)),
      displayName: "quokka.test",
    });
    const silent = first.pages.filter(({ outcome, reason }) => outcome !== "indexed" && !reason);
    expect(silent).toEqual([]);
    expect(first.pages.find(({ url }) => url.endsWith("/copy"))).toMatchObject({
      target: "https://quokka.test/docs/install",
      reason: "It has the same content as https://quokka.test/docs/install.",
    });

    const index = indexOf(ctx, first.moduleId);
    expect(new Set(await index.listUrls())).toEqual(
      new Set(INDEXED.map((path) => `https://quokka.test${path}`)),
    );
    expect((await index.readPage("https://quokka.test/docs/sixteen"))?.markdown).toContain("sixteen bits: é");
    expect((await index.readPage("https://quokka.test/docs/japanese"))?.markdown).toContain("テスト");
    expect((await index.readPage("https://quokka.test/docs/plain.txt"))?.markdown).toContain("é in Latin-1");
    const asked = (await requestsTo("quokka.test")).map(({ path }) => path);
    expect(asked).not.toContain("/docs/private/key");
    expect(asked).not.toContain("/docs/never");
    expect(asked.filter((path) => path === "/docs/install")).toHaveLength(1);

    const changes = () =>
      runInDurableObject(index, (_, { storage }) => storage.sql.exec("SELECT total_changes() AS n").one().n);
    const before = await changes();
    await changeSite("quokka.test", {});
    const second = await crawl(ctx, { url: "https://quokka.test/docs/" });
    expect(second.moduleId).toBe(first.moduleId);
    expect(second.run).toMatchObject({ status: "COMPLETE", docsCount: INDEXED.length });
    expect(second.outcomes).toEqual(
      Object.fromEntries(
        Object.entries(OUTCOMES).map(([path, outcome]) => [
          path,
          outcome === "indexed" ? "unchanged" : outcome,
        ]),
      ),
    );
    expect(await changes()).toBe(before);
    const conditional = (await requestsTo("quokka.test")).find(({ path }) => path === "/docs/install");
    expect(conditional?.headers).toMatchObject({ "if-none-match": '"install-1"' });

    await changeSite("quokka.test", {
      "/docs/api/connect": null,
      "/docs/new": { status: 500 },
      "/docs/plain.txt": { status: 403, headers: { "cf-mitigated": "challenge" } },
      "/docs/notes.md": { headers: { "content-type": "text/markdown" }, body: "# Notes\n\nNew words." },
    });
    const third = await crawl(ctx, { url: "https://quokka.test/docs/" });
    expect(third.outcomes).toMatchObject({
      "/docs/api/connect": "not-found",
      "/docs/new": "http-error",
      "/docs/plain.txt": "challenged",
      "/docs/notes.md": "indexed",
    });
    // more.md was linked by the old notes alone; a page that fails for a while stays.
    const urls = await index.listUrls();
    expect(urls).not.toContain("https://quokka.test/docs/api/connect");
    expect(urls).not.toContain("https://quokka.test/docs/more.md");
    expect(urls).toContain("https://quokka.test/docs/new");
    expect(urls).toContain("https://quokka.test/docs/plain.txt");
    expect((await requestsTo("quokka.test")).filter(({ path }) => path === "/docs/plain.txt")).toHaveLength(
      1,
    );
    expect(third.run.docsCount).toBe(INDEXED.length - 2);
    expect(await listJobRuns(ctx)).toHaveLength(3);
  });
});

describe("limits", () => {
  it("stop at the page limit and say so, and at endless families of pages (faults 37, 38)", async () => {
    const calendar = Object.fromEntries(
      Array.from({ length: 40 }, (_, month) => [
        `/cal?month=${month}`,
        page(`Month ${month}`, links(`/cal?month=${month + 1}`)),
      ]),
    );
    await putSite("endless-calendar.test", {
      "/robots.txt": ROBOTS,
      "/": page("Home", links("/cal?month=0", "/a/b/a/b/a/b/a/b/")),
      ...calendar,
    });
    const whole = await crawl(ctxOf(await makeAccount()), { url: "https://endless-calendar.test/" });
    expect(whole.run).toMatchObject({ status: "COMPLETE", docsCount: 21 });
    const excluded = whole.pages.filter(({ outcome }) => outcome === "excluded");
    expect(excluded.map(({ reason }) => reason)).toEqual([
      "The same part repeats in its path, as in a link that goes round in circles.",
      expect.stringMatching(/more than 20 (?:different queries|links away)/),
    ]);

    const part = await crawl(ctxOf(await makeAccount()), {
      url: "https://endless-calendar.test/",
      maxPages: 3,
    });
    expect(part.run).toMatchObject({ status: "COMPLETE", docsCount: 3, crawl: { pageLimit: 3 } });
    expect(part.pages.filter(({ outcome }) => outcome === "over-limit")).toMatchObject([
      {
        url: "https://endless-calendar.test/cal?month=2",
        reason: "The limit of 3 pages was reached before it.",
      },
    ]);
  });

  it("hold by the owner's patterns", async () => {
    await putSite("patterns.test", {
      "/robots.txt": ROBOTS,
      "/docs/": page("Home", links("guide/a", "guide/old/b", "api/c")),
      "/docs/guide/a": page("A", "Kept."),
    });
    const { outcomes } = await crawl(ctxOf(await makeAccount()), {
      url: "https://patterns.test/docs/",
      include: ["guide/**"],
      exclude: ["**/old/**"],
    });
    expect(outcomes).toEqual({
      "/docs/": "indexed",
      "/docs/guide/a": "indexed",
      "/docs/guide/old/b": "excluded",
      "/docs/api/c": "excluded",
    });
  });
});
