import { lineEnd } from "../fences.ts";

/**
 * The text without comments of HTML (`<!-- -->`) and of MDX, wherever they end; those in fenced code stay. The comment
 * at the end of a heading is its anchor in MDX, and stays as well.
 */
export function dropComments(markdown: string): string {
  if (!markdown.includes("<!--") && !markdown.includes("{/*")) return markdown;
  let kept = "";
  let fence: string | null = null;
  for (let at = 0; at < markdown.length;) {
    const end = lineEnd(markdown, at);
    const line = markdown.slice(at, end);
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      const start = commentStart(line);
      if (start !== -1) {
        const close = line.startsWith("<!--", start) ? "-->" : "*/}";
        const closeAt = markdown.indexOf(close, at + start);
        kept += line.slice(0, start);
        if (closeAt === -1) return `${kept}\n${markdown.slice(Math.min(end + 1, markdown.length))}`;
        at = closeAt + close.length;
        continue;
      }
    }
    kept += `${line}\n`;
    at = end + 1;
  }
  return kept;
}

function commentStart(line: string): number {
  const html = line.indexOf("<!--");
  const mdx = /^\s*#{1,6}\s/.test(line) ? -1 : line.indexOf("{/*");
  const start = html === -1 ? mdx : mdx === -1 ? html : Math.min(html, mdx);
  // An odd number of back ticks before it: it is quoted.
  return start !== -1 && line.slice(0, start).split("`").length % 2 === 0 ? -1 : start;
}
