import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { splitChunks } from "#worker/content/chunks.ts";
import { readDocument } from "#worker/content/document.ts";
import { listSections } from "#worker/content/sections.ts";
import { sample } from "../random.ts";
import type { PageMeasure, Share } from "./measure-page.ts";
import { measurePage } from "./measure-page.ts";
import { readOracle } from "./page-oracle.ts";
import type { Site } from "./sites.ts";

/** Larger pages take the oracle's parser seconds. */
const MAX_PAGE_BYTES = 1_000_000;
const MIN_PAGE_BYTES = 1_500;

export type SiteMeasure = {
  pages: number;
  empty: number;
  /** Pages whose title another page has. */
  sharedTitles: number;
  readMs: number;
  measures: (PageMeasure & { page: string; title: string })[];
};

export type Measured = "code" | "anchors" | "rows" | "lines" | "chunks" | "text";

/** Reads a drawn sample of a site's pages with the product's reader, and holds each against what its HTML has. */
export function measureSite(site: Site, folder: string, count: number, seed: number): SiteMeasure {
  const skipped = site.skip === undefined ? null : new RegExp(site.skip, "u");
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.x?html?$/u.test(path) && !skipped?.test(path))
    .filter((path) => isRightSize(join(folder, path)))
    .sort();
  const measures: SiteMeasure["measures"] = [];
  let readMs = 0;
  for (const page of sample(pages, count, seed)) {
    const html = decode(readFileSync(join(folder, page)));
    if (/<meta[^>]*http-equiv=["']?refresh/iu.test(html) || /<frameset/iu.test(html)) continue;
    const began = performance.now();
    const document = readDocument({
      text: html,
      mediaType: "text/html",
      url: new URL(encodeURI(page), "https://zoo.test/").href,
    });
    readMs += performance.now() - began;
    const sections = listSections(document.markdown);
    const chunks = splitChunks(document.markdown, sections);
    const { title, markdown } = document;
    measures.push({
      page,
      title,
      ...measurePage(readOracle(html, site), { title, markdown, sections, chunks }),
    });
  }
  const titles = Map.groupBy(measures, ({ title }) => title);
  return {
    pages: measures.length,
    empty: measures.filter(({ isWronglyEmpty }) => isWronglyEmpty).length,
    sharedTitles: measures.filter(({ title }) => (titles.get(title)?.length ?? 0) > 1).length,
    readMs,
    measures,
  };
}

/** All pages of a site together. */
export function totalOf(site: Pick<SiteMeasure, "measures">, name: Measured): Share {
  const total = { of: 0, kept: 0 };
  for (const measure of site.measures) {
    total.of += measure[name].of;
    total.kept += measure[name].kept;
  }
  return total;
}

function isRightSize(path: string): boolean {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
  return size >= MIN_PAGE_BYTES && size <= MAX_PAGE_BYTES;
}

function decode(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2000));
  const isLatin = /charset=["']?(?:iso-8859-1|latin1|windows-1252|us-ascii)/iu.test(head);
  return new TextDecoder(isLatin ? "windows-1252" : "utf-8").decode(bytes);
}
