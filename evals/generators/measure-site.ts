import { readFileSync } from "node:fs";
import { join } from "node:path";
import { splitChunks } from "#worker/content/chunks.ts";
import { distinctTitles } from "#worker/content/distinct-titles.ts";
import { readDocument } from "#worker/content/document.ts";
import { listSections } from "#worker/content/sections.ts";
import { SharedTextCounter, withoutShared } from "#worker/content/shared-text.ts";
import { sample } from "../random.ts";
import { listPages } from "./list-pages.ts";
import type { PageMeasure, Share } from "./measure-page.ts";
import { measurePage } from "./measure-page.ts";
import { readOracle } from "./page-oracle.ts";
import type { Site } from "./sites.ts";

export type SiteMeasure = {
  pages: number;
  empty: number;
  /** Pages whose title another page has. */
  sharedTitles: number;
  readMs: number;
  measures: (PageMeasure & { page: string; title: string })[];
};

export type Measured = "code" | "anchors" | "rows" | "lines" | "chunks" | "text";

/** Reads a drawn sample of a site's pages with the product's reader, and compares each with its HTML. */
export function measureSite(site: Site, folder: string, count: number, seed: number): SiteMeasure {
  const pages = listPages(site, folder);
  const read: (PageText & { page: string; html: string })[] = [];
  let readMs = 0;
  for (const page of sample(pages, count, seed)) {
    const html = decode(readFileSync(join(folder, page)));
    if (/<meta[^>]*http-equiv=["']?refresh/iu.test(html) || /<frameset/iu.test(html)) continue;
    const url = new URL(encodeURI(page), "https://zoo.test/").href;
    const began = performance.now();
    const { title, markdown } = readDocument({ text: html, mediaType: "text/html", url });
    readMs += performance.now() - began;
    read.push({ page, html, url, title, markdown });
  }
  const measures = asOneSource(read).map(({ page, html, title, markdown }) => {
    const sections = listSections(markdown);
    const chunks = splitChunks(markdown, sections);
    return { page, title, ...measurePage(readOracle(html, site), { title, markdown, sections, chunks }) };
  });
  const titles = Map.groupBy(measures, ({ title }) => title);
  return {
    pages: measures.length,
    empty: measures.filter(({ isWronglyEmpty }) => isWronglyEmpty).length,
    sharedTitles: measures.filter(({ title }) => (titles.get(title)?.length ?? 0) > 1).length,
    readMs,
    measures,
  };
}

type PageText = { url: string; title: string; markdown: string };

/** The drawn pages as the index keeps them at the end of a run: without the blocks that they share, under titles of their own. */
function asOneSource<T extends PageText>(pages: T[]): T[] {
  const counter = new SharedTextCounter();
  for (const page of pages) counter.add(page);
  const shared = counter.result();
  const tidy = pages.map((page) => withoutShared(page, shared));
  const titles = distinctTitles(tidy);
  return tidy.map((page) => ({ ...page, title: titles.get(page.url) ?? page.title }));
}

/** The sum of a measure over all pages of a site. */
export function totalOf(site: Pick<SiteMeasure, "measures">, name: Measured): Share {
  const total = { of: 0, kept: 0 };
  for (const measure of site.measures) {
    total.of += measure[name].of;
    total.kept += measure[name].kept;
  }
  return total;
}

function decode(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2000));
  const isLatin = /charset=["']?(?:iso-8859-1|latin1|windows-1252|us-ascii)/iu.test(head);
  return new TextDecoder(isLatin ? "windows-1252" : "utf-8").decode(bytes);
}
