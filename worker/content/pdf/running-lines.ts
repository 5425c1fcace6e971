import type { Line } from "./page-lines.ts";

/** Number of lines at the top and at the bottom of a page that may be repeated on other pages. */
const EDGE_LINES = 3;
/** Number of pages before and after in which a line must be found again; right and left pages may have different lines. */
const WINDOW = 6;
const REPEATED_ON = 2;
/** Share of the height of the document's text, at the top and the bottom, in which such lines are. */
const EDGE = 0.08;

/**
 * Takes away lines that stand at the head and the foot of page after page: titles, chapter names, page numbers. Where no page has
 * other lines, as in a pile of labels, such lines are the text.
 */
export function withoutRunningLines(pages: Line[][]): Line[][] {
  const heights = pages.flatMap((lines) => lines.map(({ y }) => y)).toSorted((a, b) => a - b);
  const bottom = heights[0] ?? 0;
  const top = heights.at(-1) ?? 0;
  const margin = (top - bottom) * EDGE;
  const isEdge = ({ y }: Line) => y > top - margin || y < bottom + margin;
  const edges = pages.map(
    (lines) => new Map(edgeLines(lines).flatMap((line) => (isEdge(line) ? [[line, keyOf(line)]] : []))),
  );
  const keys = edges.map((lines) => new Set(lines.values()));
  const rest = pages.map((lines, at) =>
    lines.filter((line) => {
      const key = edges[at]?.get(line);
      if (key === undefined) return true;
      let others = 0;
      for (let other = Math.max(0, at - WINDOW); other <= at + WINDOW; other += 1)
        if (other !== at && keys[other]?.has(key)) others += 1;
      return others < REPEATED_ON && !isPageNumber(line.text, at + 1);
    }),
  );
  return rest.some((lines) => lines.length > 0) ? rest : pages;
}

function edgeLines(lines: Line[]): Line[] {
  const byHeight = lines.toSorted((a, b) => b.y - a.y);
  return [...new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])];
}

/** Key of a line: its place and its words, whatever the number in the line. */
function keyOf({ text, y }: Line): string {
  const words = text
    .toLowerCase()
    .replaceAll(/\d+/g, "#")
    .replace(/^[ivxlc]+$/, "#");
  return `${Math.round(y / 4)} ${words}`;
}

function isPageNumber(text: string, page: number): boolean {
  return new RegExp(`^(?:page |seite |[-–] ?)?${page}(?: ?[-–]| ?(?:/|of|von) ?\\d+)?$`, "i").test(text);
}
