import { decodeHTML } from "entities";
import { readTag, type Tag } from "./tags.ts";

export type InlineContext = {
  /** Address that links are relative to. */
  baseUrl: URL;
  /** Takes every address that the text links to, as it is written. */
  onLink: (href: string) => void;
  /** Addresses of `[label]: address` lines, by label in lower case. */
  definitions: ReadonlyMap<string, string>;
};

/**
 * A paragraph, list or table of markdown as plain as it can be: tags of HTML and JSX gone while their text stays, entities
 * decoded, images as their alternative text, links within the site as their words. Code spans stay as they are.
 */
export function cleanInline(text: string, context: InlineContext): string {
  const spans: string[] = [];
  let cleaned = takeCodeSpans(text.replaceAll(/[\ue000\ue001]/g, ""), spans);
  if (cleaned.includes("<")) cleaned = dropTags(cleaned, context);
  if (cleaned.includes("[")) cleaned = flattenLinks(cleaned, context);
  if (cleaned.includes("&")) cleaned = decodeHTML(cleaned);
  return spans.length === 0
    ? cleaned
    : cleaned.replaceAll(/\ue000(\d+)\ue001/g, (_, index) => spans[Number(index)] ?? "");
}

/** Puts a mark in the place of each code span. Runs of back ticks pair up with the next run of the same length. */
function takeCodeSpans(text: string, spans: string[]): string {
  if (!text.includes("`")) return text;
  const runs = [...text.matchAll(/`+/g)].map((run) => ({
    start: run.index,
    length: run[0].length,
    partner: -1,
  }));
  const following = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index];
    if (!run) continue;
    run.partner = following.get(run.length) ?? -1;
    following.set(run.length, index);
  }
  let marked = "";
  let at = 0;
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    const partner = run && runs[run.partner];
    if (!run || !partner) continue;
    marked += `${text.slice(at, run.start)}\ue000${spans.length}\ue001`;
    at = partner.start + partner.length;
    spans.push(text.slice(run.start, at));
    index = run.partner;
  }
  return marked + text.slice(at);
}

const htmlNames = new Set(
  (
    "a abbr article aside b bdi big blockquote br button caption center cite code col colgroup dd del details dfn div dl dt em " +
    "figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label li link main mark meta nav ol p " +
    "picture pre q s samp script section slot small source span strike strong style sub summary sup svg table tbody td template " +
    "tfoot th thead time tr track tt u ul var video wbr path g rect circle use"
  ).split(" "),
);

function dropTags(text: string, context: InlineContext): string {
  let plain = "";
  let at = 0;
  for (let start = text.indexOf("<"); start !== -1; start = text.indexOf("<", Math.max(at, start + 1))) {
    const autolink = /^<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/.exec(text.slice(start, start + 2020));
    if (autolink?.[1]) {
      context.onLink(autolink[1]);
      plain += text.slice(at, start) + autolink[1];
      at = start + autolink[0].length;
      continue;
    }
    const tag = readTag(text, start);
    if (!tag || !isMarkup(tag, text.charAt(start - 1))) continue;
    const href = tag.attributes.get("href");
    if (href) context.onLink(href);
    plain += text.slice(at, start) + replacement(tag);
    at = tag.end;
  }
  return plain + text.slice(at);
}

/** A component or an element, and not the argument of a generic type: `Promise<Response>`. */
function isMarkup(tag: Tag, before: string): boolean {
  if (htmlNames.has(tag.name.toLowerCase())) return true;
  if (tag.name === "") return true;
  return (
    /^[A-Z]/.test(tag.name) &&
    (tag.isClosing || tag.isSelfClosing || !/[\w)\]]/.test(before)) &&
    !isPlaceholder(tag)
  );
}

/** `<YOUR_API_KEY>` stands for a value. */
function isPlaceholder(tag: Tag): boolean {
  return /^[A-Z\d_-]+$/.test(tag.name) && tag.name.length > 1 && tag.attributes.size === 0;
}

/** Components whose title is a heading of a kind for what they hold. */
function replacement(tag: Tag): string {
  if (tag.isClosing) return tag.name === "summary" ? "**" : "";
  const name = tag.name.toLowerCase();
  if (name === "summary") return "**";
  if (name === "br") return "\n";
  if (name === "img" || tag.attributes.has("alt")) {
    const alt = tag.attributes.get("alt") ?? "";
    return alt.length > 2 ? `[image: ${alt}]` : "";
  }
  if (!/^[A-Z]/.test(tag.name)) return "";
  const title =
    tag.attributes.get("title") ??
    tag.attributes.get("label") ??
    (name === "tab" ? tag.attributes.get("value") : undefined);
  const note = noteNames.get(tag.name) ?? (tag.name === "Callout" ? "Note" : undefined);
  if (note) return `**${title ?? note}:** `;
  const path = tag.attributes.get("path");
  if (title) return `**${title}** `;
  return path && tag.isSelfClosing && !path.includes("/") ? `\`${path}\`` : "";
}

const noteNames = new Map(
  ["Note", "Tip", "Info", "Warning", "Caution", "Danger", "Important", "Pitfall", "Hint", "Deprecated"].map(
    (name) => [name, name],
  ),
);

const link =
  /(!?)\[((?:[^[\]\\]|\\.|\[[^[\]]{0,500}\]){0,2000})\](?:\(\s{0,9}(<[^>\n]{0,2000}>|[^\s()]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500}){0,5})(?:\s{1,9}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?\s{0,9}\)|\[([^[\]\n]{0,200})\])?/g;

function flattenLinks(text: string, context: InlineContext): string {
  return text.replaceAll(
    link,
    (whole, bang: string, words: string, target: string | undefined, label: string | undefined) => {
      const href = target?.replace(/^<|>$/g, "") ?? context.definitions.get((label || words).toLowerCase());
      if (href === undefined) return whole;
      if (bang) return words.length > 2 ? `[image: ${words}]` : "";
      context.onLink(href);
      const inner = words.includes("](") ? flattenLinks(words, context) : words;
      return isElsewhere(href, context.baseUrl) && inner.trim() !== "" ? `[${inner}](${href})` : inner;
    },
  );
}

function isElsewhere(href: string, base: URL): boolean {
  if (!/^(?:https?:)?\/\//i.test(href)) return false;
  return URL.canParse(href, base.href) && new URL(href, base).host !== base.host;
}
