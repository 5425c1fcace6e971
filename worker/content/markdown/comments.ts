import { lineEnd } from "../fences.ts";

/**
 * The text without comments of HTML (`<!-- -->`) and of MDX, scripts and styles, wherever they end. Fenced code stays whole. In MDX
 * the comment at the end of a heading is the heading's anchor, and stays as well.
 */
export function dropComments(markdown: string): string {
  if (!/<!--|\{\/\*|<script|<style/.test(markdown)) return markdown;
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
      const comment = findComment(line);
      if (comment) {
        const closeAt = markdown.indexOf(comment.close, at + comment.start);
        kept += line.slice(0, comment.start);
        if (closeAt === -1) return `${kept}\n${markdown.slice(Math.min(end + 1, markdown.length))}`;
        at = closeAt + comment.close.length;
        continue;
      }
    }
    kept += `${line}\n`;
    at = end + 1;
  }
  return kept;
}

function findComment(line: string): { start: number; close: string } | null {
  const element = /^\s*<(script|style)\b/.exec(line);
  if (element) return { start: 0, close: `</${element[1]}>` };
  const html = line.indexOf("<!--");
  const mdx = /^\s*#{1,6}\s/.test(line) ? -1 : line.indexOf("{/*");
  const start = html === -1 ? mdx : mdx === -1 ? html : Math.min(html, mdx);
  // A comment behind an odd number of back ticks is quoted.
  if (start === -1 || line.slice(0, start).split("`").length % 2 === 0) return null;
  return { start, close: start === html ? "-->" : "*/}" };
}
