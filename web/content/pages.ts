import { builtOrigin, loaders, metas } from "virtual:content";
import type { Content, ContentMeta } from "./content.ts";

/** Pages of the documentation in the order of its navigation. */
export const docsPages: readonly ContentMeta[] = metas.filter(({ kind }) => kind === "doc");

/** Articles, the newest first. */
export const articles: readonly ContentMeta[] = metas
  .filter(({ kind }) => kind === "article")
  .toSorted((a, b) => (b.publishedOn ?? "").localeCompare(a.publishedOn ?? ""));

/** The text as a copy of the site at `origin` shows it. */
export function withOrigin(html: string, origin: string): string {
  return origin === builtOrigin ? html : html.replaceAll(builtOrigin, origin);
}

/** A text with its words. Throws for a path that has no text. */
export async function loadContent(path: string): Promise<Content> {
  const load = loaders[path];
  if (!load) throw new Error(`No text exists at ${path}.`);
  return (await load()).content;
}
