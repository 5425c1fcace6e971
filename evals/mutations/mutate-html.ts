/** Numbers from 0 to 1, as `seededRandom` gives them. */
type Random = () => number;

/** Changes of one place. Each keeps the page about as long as before, or makes it longer by less than 50 KB. */
const MUTATIONS: Record<string, (html: string, random: Random) => string> = {
  "cut off": (html, random) => html.slice(0, at(html, random)),
  "a piece taken out": (html, random) => {
    const [start, end] = range(html, random, 2000);
    return html.slice(0, start) + html.slice(end);
  },
  "a piece said again": (html, random) => {
    const [start, end] = range(html, random, 2000);
    const place = at(html, random);
    return (
      html.slice(0, place) + html.slice(start, end).repeat(1 + Math.floor(random() * 8)) + html.slice(place)
    );
  },
  "two tags exchanged": (html, random) => exchangeTags(html, random),
  "closing tags taken out": (html, random) =>
    html.replaceAll(/<\/\w+>/g, (tag) => (random() < 0.3 ? "" : tag)),
  "opening tags taken out": (html, random) =>
    html.replaceAll(/<\w[^<>]*>/g, (tag) => (random() < 0.3 ? "" : tag)),
  "deep nesting": (html, random) => insert(html, random, `<${pick(BOXES, random)}>`.repeat(3000)),
  "unclosed attribute": (html, random) => insert(html, random, `<a href="${"x".repeat(2000)}`),
  "broken entities": (html, random) => html.replaceAll("&", () => (random() < 0.5 ? "&#x" : "&amp;amp;")),
  "control characters": (html, random) => insert(html, random, "\0\u0001\ud800\ufeff\u202e\u2028".repeat(50)),
  "markdown in the text": (html, random) =>
    insert(html, random, "\n```\n# x {#y}\n| a |\n~~~\n> ".repeat(100)),
  "other names": (html, random) =>
    html.replaceAll(/\b(?:div|span|p|td|li|pre|dt|dd)\b(?=[^<]*>)/g, (name) =>
      random() < 0.1 ? pick(BOXES, random) : name,
    ),
  "classes and ids exchanged": (html, random) => exchangeValues(html, random),
  "a comment that never ends": (html, random) =>
    insert(html, random, pick(["<!--", "<![CDATA[", "<script>", "<textarea>"], random)),
};

const BOXES =
  "div pre table tr td ul li dl dt dd blockquote section article h2 code a details template svg".split(" ");

export const MUTATION_NAMES = Object.keys(MUTATIONS);

/** A page with one to three of the changes, drawn by `random`; with the changes' names, in order. */
export function mutateHtml(html: string, random: Random): { html: string; names: string[] } {
  const names = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(MUTATION_NAMES, random));
  return { html: names.reduce((text, name) => MUTATIONS[name]!(text, random), html), names };
}

function exchangeTags(html: string, random: Random): string {
  const tags = [...html.matchAll(/<\/?\w[^<>]*>/g)];
  const [one, other] = [pick(tags, random), pick(tags, random)].toSorted(
    (a, b) => (a?.index ?? 0) - (b?.index ?? 0),
  );
  if (!one || !other || one.index === other.index) return html;
  const between = html.slice(one.index + one[0].length, other.index);
  return html.slice(0, one.index) + other[0] + between + one[0] + html.slice(other.index + other[0].length);
}

function exchangeValues(html: string, random: Random): string {
  const values = Array.from(html.matchAll(/\b(?:class|id)="([^"<>]*)"/g), ([, value = ""]) => value);
  if (values.length === 0) return html;
  return html.replaceAll(/\b(class|id)="[^"<>]*"/g, (attribute, name: string) =>
    random() < 0.3 ? `${name}="${pick(values, random)}"` : attribute,
  );
}

function insert(html: string, random: Random, piece: string): string {
  const place = at(html, random);
  return html.slice(0, place) + piece + html.slice(place);
}

function at(html: string, random: Random): number {
  return Math.floor(random() * (html.length + 1));
}

function range(html: string, random: Random, length: number): [number, number] {
  const start = at(html, random);
  return [start, Math.min(html.length, start + Math.floor(random() * length))];
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}
