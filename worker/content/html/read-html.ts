import type { Reading, SourceDocument } from "../document.ts";
import { statedVersion } from "../stated-version.ts";
import { BoilerplateTest, type Strictness } from "./boilerplate.ts";
import { chooseTitle } from "./choose-title.ts";
import { type Content, findContent } from "./find-content.ts";
import { findDensest } from "./find-densest.ts";
import { linkShare, shareBehindHeading } from "./link-share.ts";
import { readPageFacts } from "./page-facts.ts";
import { type HtmlElement, parseHtml } from "./parse-html.ts";
import { type Rendered, renderMarkdown } from "./render.ts";
import { TitleTest } from "./title-test.ts";

/** Length of text below which a page may be one that a browser draws. */
const MIN_TEXT_LENGTH = 200;

/** Length of text below which a page with a list of contents only introduces the list. */
const MAX_INTRODUCTION = 300;

/** Least characters of a sentence that may be the whole text of a page. */
const MIN_SENTENCE = 60;

/** Most links of the shell of an application that a browser draws. */
const MAX_SHELL_LINKS = 3;

/** Share of linked text above which a page is a list of links; a list longer than `MAX_LIST_LENGTH` is an index of words. */
const MAX_LINK_SHARE = 0.6;
const MAX_LIST_LENGTH = 20_000;

/** Length below which a text is compared with its page: most is missing if the page is long and the text a small share of it. */
const SHORT_TEXT_LENGTH = 2000;
const MIN_BODY_LENGTH = 1000;
const MIN_BODY_SHARE = 0.15;
/** Factor by which the text of a second reading must exceed that of the first. */
const MIN_GAIN = 3;
/** Least characters beside the links of a list, for a second reading to count. */
const MIN_SECOND_LENGTH = 500;

export function readHtml(html: string, url: string): SourceDocument {
  const { root, scripts } = parseHtml(html);
  const facts = readPageFacts(root, url);
  const page: Page = { root, baseUrl: facts.baseUrl, title: facts.title };
  const { markdown, topHeadings, firstHeading, reading } = readText(page);
  return {
    title: chooseTitle({ topHeadings, firstHeading, pageTitle: facts.title, siteName: facts.siteName, url }),
    description: facts.description,
    markdown,
    links: facts.links,
    canonicalUrl: facts.canonicalUrl,
    language: facts.language,
    statedVersion: statedVersion([facts.title, ...facts.topHeadings]),
    noIndex: facts.noIndex,
    noFollow: facts.noFollow,
    needsBrowser: scripts > 0 && markdown.length < MIN_TEXT_LENGTH && facts.links.length <= MAX_SHELL_LINKS,
    reading,
  };
}

type Page = { root: HtmlElement; baseUrl: URL; title: string | null };

/**
 * The text of a page, never empty without a second look: a page with words of which next to nothing is left is read again without
 * the list of frame names, then by where its words are.
 */
function readText(page: Page): Rendered & { reading: Reading } {
  let text = renderText(page, { keepsContents: false, strictness: "names" });
  if (text.markdown.length < MAX_INTRODUCTION) {
    const whole = renderText(page, { keepsContents: true, strictness: "names" });
    if (isOwnList(text, whole)) text = whole;
  }
  if (!isTooLittle(text, page.root)) return { ...text, reading: "usual" };
  for (const strictness of ["elements", "nothing"] as const) {
    const again = renderText(page, { keepsContents: true, strictness });
    if (
      again.words >= (again.isList ? MIN_SECOND_LENGTH : MIN_TEXT_LENGTH) &&
      again.words >= MIN_GAIN * text.words
    )
      return { ...again, reading: strictness === "elements" ? "without-frame-names" : "by-density" };
  }
  return { ...text, reading: "usual" };
}

/**
 * Whether a list of contents is the purpose of a page. A list above the heading of a page that has text is the menu of the site,
 * however short the page is.
 */
function isOwnList(text: Rendered, whole: Rendered): boolean {
  const [first = ""] = text.markdown.split("\n", 1);
  return text.firstHeading === null || text.markdown === first || whole.markdown.startsWith(first);
}

/** Whether a page has a sentence below its heading: then it is no list of links, however long the menu above the heading is. */
function saysSomething(content: HtmlElement, boilerplate: BoilerplateTest): boolean {
  const { text, linked } = shareBehindHeading(content, (element) => boilerplate.isBoilerplate(element));
  return text >= MIN_SENTENCE && linked <= text * MAX_LINK_SHARE;
}

function isTooLittle({ markdown, words }: Rendered, root: HtmlElement): boolean {
  if (words >= SHORT_TEXT_LENGTH) return false;
  const { text, linked } = linkShare(root);
  const body = markdown.length < MIN_TEXT_LENGTH ? text : text - linked;
  return body > MIN_BODY_LENGTH && words < body * MIN_BODY_SHARE;
}

function renderText(
  { root, baseUrl, title }: Page,
  { keepsContents, strictness }: { keepsContents: boolean; strictness: Strictness },
): Rendered & { isList: boolean } {
  const boilerplate = new BoilerplateTest(keepsContents, strictness);
  const content: Content =
    strictness === "nothing"
      ? findDensest(root, boilerplate)
      : findContent(root, boilerplate, new TitleTest(title));
  const isLinks = content.text < MAX_LIST_LENGTH && content.linked > content.text * MAX_LINK_SHARE;
  const keepsLinks = isLinks && !saysSomething(content.element, boilerplate);
  const text = renderMarkdown(content.element, { boilerplate, baseUrl, keepsLinks, pageTitle: title });
  return { ...text, isList: keepsLinks };
}
