import { includeInAsciidoc } from "./asciidoc-includes.ts";
import { IncludeReader } from "./include-reader.ts";
import { includeInMarkdown } from "./markdown-includes.ts";
import { includeInRst } from "./rst-includes.ts";
import type { SourceFiles } from "./source-files.ts";

export type ResolvedSource = {
  text: string;
  /** Paths of the files that are in the text now. */
  included: string[];
  /** Paths where missing files would be. */
  absent: string[];
  /** Number of includes in whose place `[example not in this copy]` stands. */
  missing: number;
};

/**
 * The source of a page with the included files in place, as the page's generator would read it. The markup, and with it the known
 * orders, follow from the ending of the path; other files come back as they are.
 */
export async function resolveIncludes(
  page: { path: string; text: string },
  files: SourceFiles,
): Promise<ResolvedSource> {
  const reader = new IncludeReader(files);
  const text = await resolve(page.path, page.text.replaceAll(/\r\n?/g, "\n"), reader);
  return { text, included: [...reader.used], absent: [...reader.absent], missing: reader.missing };
}

async function resolve(path: string, text: string, reader: IncludeReader): Promise<string> {
  switch (/\.(\w+)$/.exec(path)?.[1]?.toLowerCase()) {
    case "md":
    case "mdx":
    case "markdown":
      return await includeInMarkdown(text, reader, [path]);
    case "rst":
      return await includeInRst(text, reader, [path]);
    case "adoc":
    case "asciidoc":
      return await includeInAsciidoc(text, reader, [path]);
    default:
      return text;
  }
}
