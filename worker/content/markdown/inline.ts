import { decodeHTML } from "entities";
import { readTag, type Tag } from "./tags.ts";

export type InlineContext = {
  /** Address that links are relative to. */
  baseUrl: URL;
  /** Takes every address that the text links to, as it is written. */
  onLink: (href: string) => void;
  /** Addresses of `[label]: address` lines, by label in lower case. */
  definitions: ReadonlyMap<string, string>;
  /** Labels of tabs to come, where all labels are given at once: `<Tabs items={["npm", "pnpm"]}>`. */
  tabLabels: string[];
};

/**
 * A paragraph, list or table of markdown, as plain as possible: tags of HTML and JSX gone while their text stays, entities
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
    plain += text.slice(at, start) + replacement(tag, context);
    at = tag.end;
  }
  return plain + text.slice(at);
}

/** Whether a tag is a component or an element, and not the argument of a generic type: `Promise<Response>`. */
function isMarkup(tag: Tag, before: string): boolean {
  if (htmlNames.has(tag.name.toLowerCase())) return true;
  if (tag.name === "") return true;
  return (
    /^[A-Z]/.test(tag.name) &&
    (tag.isClosing || tag.isSelfClosing || !/[\w)\]]/.test(before)) &&
    !isPlaceholder(tag)
  );
}

/** Whether a tag stands for a value: `<YOUR_API_KEY>`. */
function isPlaceholder(tag: Tag): boolean {
  return /^[A-Z\d_-]+$/.test(tag.name) && tag.name.length > 1 && tag.attributes.size === 0;
}

/** The words in the place of a tag, such as a component's title, which is a kind of heading for its text. */
function replacement(tag: Tag, context: InlineContext): string {
  if (tag.isClosing) return tag.name === "summary" ? "**" : "";
  const name = tag.name.toLowerCase();
  if (name === "summary") return "**";
  if (name === "br") return "\n";
  if (name === "img" || tag.attributes.has("alt")) {
    const alt = tag.attributes.get("alt") ?? "";
    return alt.length > 2 ? `[image: ${alt}]` : "";
  }
  if (!/^[A-Z]/.test(tag.name)) return "";
  return componentWords(tag, context);
}

function componentWords(tag: Tag, context: InlineContext): string {
  const name = tag.name.toLowerCase();
  const value = (key: string) => tag.attributes.get(key);
  const items = /^tabs$/.test(name) ? tag.expressions.get("items") : undefined;
  if (items)
    context.tabLabels = [...items.slice(0, 1000).matchAll(/["'`]([^"'`]{1,80})["'`]/g)].map(
      ([, label]) => label ?? "",
    );
  const isTab = name === "tab" || name === "tabs.tab" || name === "tabitem";
  // The label of a tab that was given with the others is used up, whatever the tab says itself.
  const given = isTab ? context.tabLabels.shift() : undefined;
  const title = value("title") ?? value("label") ?? (isTab ? (given ?? value("value")) : undefined);
  const note = noteName(tag);
  if (note) return `**${title ?? note}:** `;
  const parameter = parameterWords(tag);
  if (parameter) return parameter;
  const path = value("path");
  const description = tag.isSelfClosing ? value("description") : undefined;
  if (title) return `**${title}** ${description ? `${description} ` : ""}`;
  return path && tag.isSelfClosing && !path.includes("/") ? `\`${path}\`` : "";
}

/** The label of a box: its own name, or the type of a `Callout` (Nextra, Fumadocs) or an `Aside` (Starlight). */
function noteName(tag: Tag): string | undefined {
  const named = noteNames.get(tag.name);
  if (named) return named;
  if (!/^(?:Callout|Aside|Admonition|Alert)$/.test(tag.name)) return undefined;
  const type = (tag.attributes.get("type") ?? tag.attributes.get("variant") ?? "note").toLowerCase();
  return boxTypes.get(type) ?? "Note";
}

const boxTypes = new Map([
  ["tip", "Tip"],
  ["info", "Info"],
  ["warn", "Warning"],
  ["warning", "Warning"],
  ["caution", "Caution"],
  ["danger", "Danger"],
  ["error", "Error"],
  ["important", "Important"],
  ["success", "Success"],
]);

/** A parameter or a field of an answer in Mintlify's words: its name, type, and whether it must be given. */
function parameterWords(tag: Tag): string | null {
  if (!/^(?:ParamField|ResponseField|Property)$/.test(tag.name)) return null;
  const name = ["path", "query", "body", "header", "name"]
    .map((key) => tag.attributes.get(key))
    .find(Boolean);
  if (!name) return null;
  const start = tag.attributes.get("default");
  const facts = [
    tag.attributes.get("type"),
    tag.isRequired ? "required" : undefined,
    start === undefined ? undefined : `default \`${start}\``,
  ].filter(Boolean);
  return `**\`${name}\`**${facts.length > 0 ? ` (${facts.join(", ")})` : ""} `;
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
