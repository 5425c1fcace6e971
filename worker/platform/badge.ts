const HEIGHT = 20;
/** Average width of a letter at 11 px; the text is stretched to that width, so that every font fits. */
const LETTER = 6.6;
const PADDING = 8;

/** Colors that white text can be read on. */
export const BADGE_COLORS = { good: "#1B6B3A", fair: "#8A4B00", bad: "#B3261E", unknown: "#57534A" } as const;

/** A badge for other people's pages: SVG without scripts and styles, read out as one sentence. The words are plain text. */
export function drawBadge(name: string, word: string, color: keyof typeof BADGE_COLORS): string {
  const [left, right] = [widthOf(name), widthOf(word)];
  const title = escapeXml(`${name}: ${word}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${left + right}" height="${HEIGHT}" rx="3" fill="${BADGE_COLORS[color]}"/>
<path d="M3 0h${left - 3}v${HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#1C1B18"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${textAt(name, 0)}
${textAt(word, left)}
</g>
</svg>
`;
}

function widthOf(text: string): number {
  return Math.round(text.length * LETTER) + 2 * PADDING;
}

function textAt(text: string, left: number): string {
  const length = Math.round(text.length * LETTER);
  return `<text x="${left + PADDING}" y="14" textLength="${length}">${escapeXml(text)}</text>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
