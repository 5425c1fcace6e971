import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readDocument } from "#worker/content/document.ts";
import { plainMarkdown } from "#worker/content/sections.ts";
import { listPages } from "../data.ts";
import type { Corpus } from "../data.ts";

/** A corpus as a folder of markdown files, for peers that read files. */
export type Shelf = {
  corpus: Corpus;
  folder: string;
  /** Paths of the files below the folder, sorted. */
  files: string[];
};

const CONVERTED = /(\.html?)\.md$/u;

/**
 * Writes the pages of a corpus, without those left out of the scoring, below `parent`: markdown byte by byte as it is; HTML as
 * the markdown of the product's own reader, since no peer that reads files reads HTML.
 */
export function shelve(corpus: Corpus, parent: string): Shelf {
  const folder = join(parent, corpus.name);
  rmSync(folder, { recursive: true, force: true });
  const files = listPages(corpus).map((page) => {
    const source = readFileSync(join(corpus.folder ?? "", page));
    const isHtml = /\.html?$/u.test(page);
    const file = isHtml ? `${page}.md` : page;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), isHtml ? toMarkdown(source.toString("utf8"), page) : source);
    return file;
  });
  return { corpus, folder, files };
}

/** The page from which a file of a shelf was made. */
export function pageOf(file: string): string {
  return file.replace(CONVERTED, "$1");
}

function toMarkdown(html: string, page: string): string {
  const url = new URL(page.split("/").map(encodeURIComponent).join("/"), "http://docs.test/").href;
  const { title, markdown } = readDocument({ text: html, mediaType: "text/html", url });
  const plain = plainMarkdown(markdown);
  return plain.trimStart().startsWith("# ") ? plain : `# ${title}\n\n${plain}`;
}
