import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fingerprintOf, serveCorpus } from "./corpus-site.ts";
import type { Corpus } from "./data.ts";

function makeCorpus(type: "html" | "md"): Corpus & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "docenda-site-"));
  mkdirSync(join(folder, "guide"));
  const end = type === "html" ? "html" : "md";
  writeFileSync(join(folder, `index.${end}`), "# Home");
  writeFileSync(join(folder, `guide/Type Script & more.${end}`), "# Guide");
  writeFileSync(join(folder, "notes.json"), "{}");
  return { name: "made", type, role: "dev", root: "", entry: "index.html", exclude: [], folder };
}

it("serves markdown as such, with a sitemap of its pages and nothing else", async () => {
  const site = await serveCorpus(makeCorpus("md"));
  const base = `http://127.0.0.1:${site.port}`;
  expect(site.startUrl).toBe(`${base}/`);
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  const urls = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/gu)].map(([, url]) =>
    String(url).replaceAll("&amp;", "&"),
  );
  expect(urls.map((url) => site.pathOf(url))).toEqual(["guide/Type Script & more.md", "index.md"]);
  const page = await fetch(site.urlOf("guide/Type Script & more.md"));
  expect([page.headers.get("content-type"), await page.text()]).toEqual([
    "text/markdown; charset=utf-8",
    "# Guide",
  ]);
  expect((await fetch(`${base}/notes.json`)).status).toBe(404);
  await site.close();
});

it("begins an HTML corpus at its entry and finds the file behind a URL", async () => {
  const site = await serveCorpus(makeCorpus("html"));
  const base = `http://127.0.0.1:${site.port}`;
  expect(site.startUrl).toBe(`${base}/index.html`);
  expect(
    [
      `${base}/index.html#top`,
      `${base}/`,
      `${base}/guide/a.html?x=1`,
      "http://elsewhere.test/a.html",
      "no url",
    ].map((url) => site.pathOf(url)),
  ).toEqual(["index.html", "index.html", "guide/a.html", null, null]);
  await site.close();
});

it("has another fingerprint when a page changes, and the same when nothing does", () => {
  const corpus = makeCorpus("md");
  const before = fingerprintOf(corpus);
  expect(fingerprintOf(corpus)).toBe(before);
  writeFileSync(join(corpus.folder, "index.md"), "# Home, again");
  expect(fingerprintOf(corpus)).not.toBe(before);
});
