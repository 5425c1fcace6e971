import type { StatusState } from "#schema/api/status.ts";

const HEIGHT = 20;
/** Of a letter at 11 px, on average; the text is stretched to it, so that every font fits. */
const LETTER = 6.6;
const PADDING = 8;
const NAME = "docenda";

const LOOKS: Readonly<Record<StatusState, { word: string; colour: string }>> = {
  operational: { word: "operational", colour: "#1B6B3A" },
  trouble: { word: "trouble", colour: "#B3261E" },
  unknown: { word: "unknown", colour: "#57534A" },
};

/** A picture of the state for other people's pages: SVG without scripts and styles, read out as one sentence. */
export function statusBadge(state: StatusState): string {
  const { word, colour } = LOOKS[state];
  const [left, right] = [widthOf(NAME), widthOf(word)];
  const title = `${NAME}: ${word}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${left + right}" height="${HEIGHT}" rx="3" fill="${colour}"/>
<path d="M3 0h${left - 3}v${HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#1C1B18"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${textAt(NAME, 0)}
${textAt(word, left)}
</g>
</svg>
`;
}

function widthOf(text: string): number {
  return Math.round(text.length * LETTER) + 2 * PADDING;
}

function textAt(text: string, left: number): string {
  return `<text x="${left + PADDING}" y="14" textLength="${Math.round(text.length * LETTER)}">${text}</text>`;
}
