import { oneLine } from "#worker/content/one-line.ts";
import type { ShownSource } from "#worker/sources/show-sources.ts";

const MAX_CELL_CHARACTERS = 200;

/** The sources as a table. A name is its owner's or its site's, so it can't end a cell or a line. */
export function sourcesAsMarkdown(sources: ShownSource[]): string {
  const rows = sources.map(({ name, version, kind, totalPages, isPublic, url }) => [
    name,
    version ?? "",
    kind,
    String(totalPages),
    isPublic ? "everyone" : "you",
    url,
  ]);
  return [["Name", "Version", "Kind", "Pages", "Visible to", "URL"], Array<string>(6).fill("---"), ...rows]
    .map((cells) => `| ${cells.map(cell).join(" | ")} |`)
    .join("\n");
}

function cell(text: string): string {
  return oneLine(text, MAX_CELL_CHARACTERS).replaceAll("|", String.raw`\|`);
}
