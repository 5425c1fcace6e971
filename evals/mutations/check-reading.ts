import { splitChunks } from "#worker/content/chunks.ts";
import { readDocument } from "#worker/content/document.ts";
import { listSections } from "#worker/content/sections.ts";
import { SharedTextCounter, withoutShared } from "#worker/content/shared-text.ts";

/**
 * Reads a page all the way to its chunks, and says what is wrong with the result; null for nothing. Every text, however broken,
 * has sections that follow each other without a gap, chunks in order that hold all of it but blank lines, and links that are
 * addresses.
 */
export function problemOfReading(html: string, url: string): string | null {
  const { title, markdown, links } = readDocument({ text: html, mediaType: "text/html", url });
  const sections = listSections(markdown);
  const chunks = splitChunks(markdown, sections);
  if (markdown.includes("\0")) return "a NUL in the text";
  if (links.some((link) => !URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol)))
    return "a link that is no address of the web";
  let end = 0;
  for (const section of sections) {
    if (section.start !== end) return `a section begins at ${section.start} instead of ${end}`;
    ({ end } = section);
  }
  if (end !== markdown.length) return "text behind the last section";
  let at = 0;
  for (const chunk of chunks) {
    if (chunk.start < at || chunk.end < chunk.start) return `a chunk at ${chunk.start} out of order`;
    if (markdown.slice(at, chunk.start).trim() !== "") return `text before ${chunk.start} is in no chunk`;
    at = chunk.end;
  }
  if (markdown.slice(at).trim() !== "") return "text behind the last chunk";
  const page = { url, title, markdown };
  const counter = new SharedTextCounter();
  for (let copy = 0; copy < 5; copy++) counter.add({ ...page, url: `${url}?${copy}` });
  const tidy = withoutShared(page, counter.result());
  return tidy.markdown.length > markdown.length ? "a text that grew when what is shared was taken off" : null;
}
