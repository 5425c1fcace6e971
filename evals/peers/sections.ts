/** A piece of a page below one heading, the usual content of plain full-text indexes. */
export type PageSection = { title: string; heading: string; body: string };

/** Characters above which a section is split at blank lines: about 800 tokens. */
const LONGEST_SECTION = 3200;
const FRONT_MATTER = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n/u;

/** A markdown page in sections by its headings. The title is the front matter's, else the first heading, else the path. */
export function sectionsOf(markdown: string, path: string): PageSection[] {
  const front = FRONT_MATTER.exec(markdown);
  const text = markdown.slice(front?.[0].length ?? 0);
  const parts: { heading: string; lines: string[] }[] = [{ heading: "", lines: [front?.[1] ?? ""] }];
  let fence: string | null = null;
  for (const line of text.split(/\r?\n/u)) {
    const mark = /^\s*(`{3,}|~{3,})/u.exec(line)?.[1]?.[0];
    if (mark !== undefined) fence = fence === null ? mark : fence === mark ? null : fence;
    const heading = fence === null ? /^#{1,6}\s+(.+?)\s*$/u.exec(line)?.[1] : undefined;
    if (heading === undefined) parts.at(-1)?.lines.push(line);
    else parts.push({ heading, lines: [] });
  }
  const title =
    /^title:\s*["']?(.+?)["']?\s*$/mu.exec(front?.[1] ?? "")?.[1] ??
    parts.find(({ heading }) => heading !== "")?.heading ??
    path;
  return parts.flatMap(({ heading, lines }) =>
    splitAtBlankLines(lines.join("\n").trim()).map((body) => ({ title, heading, body })),
  );
}

function splitAtBlankLines(text: string): string[] {
  const pieces: string[] = [];
  for (const block of text.split(/\n\s*\n/u).filter((part) => part.trim() !== "")) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + block.length <= LONGEST_SECTION)
      pieces[pieces.length - 1] = `${last}\n\n${block}`;
    else pieces.push(block);
  }
  return pieces;
}
