/** Letters and digits alone, for comparing two spellings of the same text. */
export function lettersOf(text: string): string {
  return text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Letters of a heading; its signs where it has no letters. */
export function headingLetters(heading: string): string {
  return lettersOf(heading) || squeeze(heading.replaceAll("\\", ""));
}

/** Text without white space, for code, where each sign counts. */
export function squeeze(text: string): string {
  return text.replaceAll(/[\s\u00a0\u200b]+/gu, "");
}

/** Letters of markdown as a reader sees them: without addresses of links, images, anchors and languages of fences. */
export function lettersOfMarkdown(markdown: string): string {
  const shown = markdown
    .replaceAll(/^[ \t>]*(?:`{3,}|~{3,}).*$/gmu, "")
    .replaceAll(/ \{#[^\s{}]+\}$/gmu, "")
    .replaceAll(/!\[[^\]\n]*\]\([^()\s]*\)/gu, "")
    .replaceAll(/\]\((?:[^()\s]|\([^()\s]*\))*\)/gu, "")
    .replaceAll(/<br ?\/?>/gu, "");
  return lettersOf(shown);
}

export type MarkdownLine = { text: string; isCode: boolean };

/** Lines of markdown that are not blank; the marks of fences are left out. */
export function linesOf(markdown: string): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let fence: string | null = null;
  for (const line of markdown.split("\n")) {
    const mark = /^[ \t>]*(?:[-*+]|\d+[.)])?[ \t>]*(`{3,}|~{3,})/u.exec(line)?.[1] ?? null;
    if (fence === null && mark) fence = mark;
    else if (fence !== null && mark?.startsWith(fence) && squeeze(line).replaceAll(/[>`~]/gu, "") === "")
      fence = null;
    else if (line.trim() !== "") lines.push({ text: line, isCode: fence !== null });
  }
  return lines;
}

/** Anchors of the headings of stored markdown, decoded. */
export function anchorsOf(markdown: string): Set<string> {
  return new Set(
    [...markdown.matchAll(/^#{1,6} [^\n]* \{#([^\s{}]+)\}$/gmu)].map(([, id = ""]) => decodeId(id)),
  );
}

export function decodeId(id: string): string {
  try {
    return decodeURIComponent(id.trim());
  } catch {
    return id.trim();
  }
}
