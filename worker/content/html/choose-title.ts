import { plainWords } from "../sections.ts";

export type TitleFacts = {
  /** Texts of the headings of level 1. */
  topHeadings: string[];
  /** The first heading of any level. */
  firstHeading?: string | null;
  /** Text of the page's `<title>`. */
  pageTitle: string | null;
  siteName: string | null;
  url: string;
};

const MAX_TITLE_WORDS = 40;

/**
 * The title of a page: its one top heading. Several top headings, or a numbered one (`1. Introduction`), are headings of parts; then
 * the title is the part of `<title>` that agrees with a heading, else with the address, else the first that does not name the site;
 * without a `<title>`, it is the name of the file.
 */
export function chooseTitle({
  topHeadings,
  firstHeading = null,
  pageTitle,
  siteName,
  url,
}: TitleFacts): string {
  const headings = topHeadings.map(plainWords).filter((heading) => heading !== "");
  const [first = ""] = headings;
  const isNumbered = /^\d+(?:\.\d+)*\.?\s/.test(first);
  const parts = titleParts(pageTitle);
  if (first !== "" && headings.length === 1 && !isNumbered)
    return parts.find((part) => isQualified(part, first)) ?? first;
  if (parts.length === 0) return first || lastSegment(url);
  const words = new Set(
    [...headings, ...(headings.length === 0 && firstHeading ? [plainWords(firstHeading)] : [])].map((one) =>
      squeeze(one.replace(/^\d+(?:\.\d+)*\.?\s+/, "")),
    ),
  );
  const address = squeeze(lastSegment(url));
  return (
    parts.find((part) => squeeze(part) !== "" && words.has(squeeze(part))) ??
    (address.length > 1 ? parts.find((part) => squeeze(part) === address) : undefined) ??
    (address.length > 4 ? parts.find((part) => squeeze(part).includes(address)) : undefined) ??
    likeAddress(parts, url) ??
    parts.find((part) => part !== siteName) ??
    parts[0]!
  );
}

/** Whether a part of the title qualifies the heading: `cats.Alternative.Ops` says of which class the `Ops` of the heading is. */
function isQualified(part: string, heading: string): boolean {
  return /^[\w$.:#]+$/.test(part) && (part.endsWith(`.${heading}`) || part.endsWith(`::${heading}`));
}

/** The part of a title with the most words that begin as words of the address do: `windows-auth-howto.html`. */
function likeAddress(parts: string[], url: string): string | undefined {
  const segments = wordsOf(lastSegment(url));
  const scored = parts.map((part) => ({
    part,
    score: wordsOf(part).filter((word) =>
      segments.some((one) => one.startsWith(word) || word.startsWith(one)),
    ).length,
  }));
  return scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)[0]?.part;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u, MAX_TITLE_WORDS)
    .filter((word) => word.length > 2);
}

/** The parts of a title: `Fetch – Hono` is `Fetch` and `Hono`. A separator has white space on both sides, unlike in `std::vector`. */
export function titleParts(pageTitle: string | null): string[] {
  if (!pageTitle) return [];
  const parts = pageTitle.split(/(?<!\s)\s+(?:[|–—·»«:]+|-+)\s+/).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

function lastSegment(url: string): string {
  const segments = new URL(url).pathname.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1) ?? "";
  const name = /^index\.\w+$/i.test(last) ? (segments.at(-2) ?? "") : last;
  try {
    return decodeURIComponent(name).replace(/\.\w{1,5}$/, "");
  } catch {
    return name;
  }
}

/** Letters and digits alone: `access(5)` is at `access.5.html`. */
export function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
