/** A run of text from the parser, with its place, size and kind of font. */
export type TextRun = {
  text: string;
  /** Place of the run's beginning on the baseline, in points from the lower left corner of the page. */
  x: number;
  y: number;
  width: number;
  /** Height of the font in points; 0 for a gap. */
  size: number;
  /** Name that only tells fonts of one document apart. */
  font: string;
  isMono: boolean;
};

/** Text on one baseline. */
export type Line = {
  text: string;
  /** Text of the line without marks, cut where a gap is as wide as between columns of a table. */
  cells: { text: string; x: number }[];
  x: number;
  y: number;
  end: number;
  size: number;
  /** Font of the whole line; null when there are several. */
  font: string | null;
  /** Whether the whole line is in a font of typewriters. */
  isMono: boolean;
};

/** Gaps between words and between cells, as shares of the size of the font. */
const WORD_GAP = 0.2;
const CELL_GAP = 1.6;
/** Difference of baselines, as a share of the size, below which runs are on one line, such as a footnote's number. */
const SAME_LINE = 0.45;

/** Lines in the order in which the page draws its runs, which for columns is the order of reading. */
export function linesOf(runs: TextRun[]): Line[] {
  const lines: Line[] = [];
  let open: TextRun[] = [];
  const close = () => {
    const line = lineOf(open);
    if (line) lines.push(line);
    open = [];
  };
  for (const run of runs) {
    const last = open.at(-1);
    if (last && !isSameLine(last, run)) close();
    if (run.text.trim() !== "") open.push(run);
  }
  close();
  return lines;
}

function isSameLine(last: TextRun, run: TextRun): boolean {
  const size = Math.max(last.size, run.size);
  return Math.abs(last.y - run.y) < size * SAME_LINE && run.x > last.x + last.width - size * 2;
}

function lineOf(runs: TextRun[]): Line | null {
  const first = runs[0];
  if (!first) return null;
  const isMono = runs.every((run) => run.isMono);
  const cells: Line["cells"] = [];
  let text = "";
  let cell = { text: "", x: first.x };
  let isCode = false;
  let end = first.x;
  for (const [at, run] of runs.entries()) {
    const gap = at === 0 ? 0 : run.x - end;
    const isNewCell = at > 0 && gap > run.size * CELL_GAP && !(isMono && gap < run.size * 4);
    const needsSpace = at > 0 && gap > run.size * WORD_GAP && !/\s$/.test(text) && !/^\s/.test(run.text);
    const marksCode = run.isMono && !isMono && /\w{2}/.test(run.text) && !run.text.includes("`");
    if (isCode && (!marksCode || isNewCell)) text += "`";
    if (needsSpace || isNewCell) text += " ";
    if (marksCode && (!isCode || isNewCell)) text += "`";
    isCode = marksCode;
    text += marksCode ? run.text.trim() : run.text;
    if (isNewCell) {
      cells.push(cell);
      cell = { text: "", x: run.x };
    }
    cell.text += (needsSpace && !isNewCell ? " " : "") + run.text;
    end = Math.max(end, run.x + run.width);
  }
  if (isCode) text += "`";
  cells.push(cell);
  const size = sizeOfMost(runs);
  return {
    text: text.replaceAll(/\s+/g, " ").trim(),
    cells: cells.map((one) => ({ ...one, text: one.text.replaceAll(/\s+/g, " ").trim() })),
    x: first.x,
    y: first.y,
    end,
    size,
    font: runs.every(({ font }) => font === first.font) ? first.font : null,
    isMono,
  };
}

function sizeOfMost(runs: TextRun[]): number {
  const lengths = new Map<number, number>();
  for (const { size, text } of runs) {
    const rounded = Math.round(size * 2) / 2;
    lengths.set(rounded, (lengths.get(rounded) ?? 0) + text.length);
  }
  return [...lengths].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}
