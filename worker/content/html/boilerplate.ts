import { isUnseen } from "./unseen-style.ts";
import { isHeading } from "./elements.ts";
import { isLinkBar, isToolLink } from "./frame-link.ts";
import { isMostlyLinks, linkShare, MAX_LINK_SHARE, shareBehindHeading } from "./link-share.ts";
import { ARTICLE_RANK } from "./main-container.ts";
import { isTurnBar } from "./page-turn.ts";
import { isSourceListing } from "./source-listing.ts";
import { isTextBox } from "./text-box.ts";
import type { HtmlElement } from "./parse-html.ts";
import { textOf } from "./text.ts";

/**
 * How much of a page is taken for its frame. `names`: by element, role, id and class. `elements`, where that leaves nothing: by
 * element and role alone. `nothing`, where that is too much as well: nothing that has text of its own.
 */
export type Strictness = "names" | "elements" | "nothing";

const MAX_CONTROL_LETTERS = 20;

/**
 * Test of whether an element belongs to the frame of the site and not to the text of the page: navigation, contents lists,
 * footers, cookie bars, edit links, copy buttons, line numbers, permalinks. Goes by the element's name, role, id and class
 * names as documentation generators write them, not by its words. Remembers class names, so use one test for each page.
 */
export class BoilerplateTest {
  readonly #byClass = new Map<string, ClassKind>();
  readonly #keepsContents: boolean;
  readonly #strictness: Strictness;

  /** `keepsContents`: lists of contents are text, for a page that has no other text. */
  constructor(keepsContents = false, strictness: Strictness = "names") {
    this.#keepsContents = keepsContents;
    this.#strictness = strictness;
  }

  isBoilerplate(element: HtmlElement): boolean {
    const { name, attributes } = element;
    // A box around the text of the page is no frame beside the text, whatever the box is called.
    if (element.holdsMain || (element.mainRank >= 0 && element.mainRank < ARTICLE_RANK)) return false;
    if (this.#strictness === "nothing") return neverText.has(name);
    if (frameNames.has(name))
      return attributes.role !== "tab" && !(this.#keepsContents && isContentsList(element));
    if (name === "a" && isToolLink(element)) return true;
    if (element.turnsPage && isTurnBar(element)) return true;
    if (isLinkBar(element) || isSourceListing(element)) return true;
    const { role, hidden, id, style, class: className } = attributes;
    // The language that VitePress writes into the corner of a code block.
    if (name === "span" && className === "lang") return true;
    if (role !== undefined && frameRoles.has(role)) return true;
    if (attributes["aria-hidden"] === "true" && name !== "pre") return true;
    if (hidden !== undefined && role !== "tabpanel") return true;
    if (style !== undefined && isUnseen(name, style)) return true;
    if (className !== undefined) {
      const kind = this.#kindOf(className);
      if (kind === "tool") return !isWholeHeading(element);
      if (this.#strictness === "names") {
        if (kind === "frame" && mayBeFrame(element)) return true;
        if (kind === "sidebar" && mayBeFrame(element)) return !isTextBox(element);
        if (kind === "contents" && mayBeFrame(element)) return !this.#keepsContents;
        if (kind === "control" && isControl(element)) return true;
        if (kind === "inherited" && isInheritedList(element)) return true;
      }
    }
    if (id === undefined || this.#strictness !== "names" || !mayBeFrame(element)) return false;
    return frameIds.test(id) || (contentsIds.test(id) && !this.#keepsContents);
  }

  #kindOf(className: string): ClassKind {
    let kind = this.#byClass.get(className);
    if (kind === undefined) {
      kind = classify(className);
      this.#byClass.set(className, kind);
    }
    return kind;
  }
}

/** Whether a link is all of a heading: VuePress 2 gives such a link the class of a permalink. */
function isWholeHeading(element: HtmlElement): boolean {
  if (element.name !== "a" || !element.parent || !isHeading(element.parent.name)) return false;
  const text = textOf(element).trim();
  return /[\p{L}\p{N}]/u.test(text) && textOf(element.parent).trim() === text;
}

/** Whether a box is a button by script, such as "Run" above an example. Within a sentence, the name of a button is a word of the text. */
function isControl(element: HtmlElement): boolean {
  if (element.name !== "div") return false;
  const { text, links } = linkShare(element);
  return links === 0 && text > 0 && text <= MAX_CONTROL_LETTERS;
}

/** Whether a box repeats names of members that another page describes. A box with ids, which can be linked to, is a section here. */
function isInheritedList(element: HtmlElement): boolean {
  if (hasIds(element)) return false;
  const { text, linked } = shareBehindHeading(element, () => false);
  return linked > text * MAX_LINK_SHARE;
}

/** Whether a box has ids of its own. Those of list items are as many as the names: pdoc gives each inherited name one. */
function hasIds({ name, attributes, children }: HtmlElement): boolean {
  const isItem = name === "li" || name === "dt" || name === "dd";
  return (
    (attributes.id !== undefined && !isItem) ||
    attributes.name !== undefined ||
    children.some((child) => typeof child !== "string" && hasIds(child))
  );
}

/** Kinds of class names. A tool is dropped wherever it is; an element of another kind only where it is a box of that kind. */
type ClassKind = "text" | "tool" | "frame" | "sidebar" | "contents" | "control" | "inherited";

function classify(className: string): ClassKind {
  const names = className.split(/\s+/, 40);
  if (names.some((name) => toolClasses.test(name))) return "tool";
  if (keptClasses.test(className)) return "text";
  if (names.some((name) => contentsClasses.test(name))) return "contents";
  // docutils; Doxygen calls the text `contents` alone.
  if (names.includes("contents") && (names.includes("topic") || names.includes("local"))) return "contents";
  if (names.includes("sidebar")) return "sidebar";
  if (names.some((name) => frameClasses.test(name))) return "frame";
  if (names.some((name) => controlClasses.test(name))) return "control";
  return names.some((name) => inheritedClasses.test(name)) ? "inherited" : "text";
}

function isContentsList(element: HtmlElement): boolean {
  return element.name === "nav" && classify(element.attributes.class ?? "") === "contents";
}

/** Elements that are never text for a reader; a `button` or a `label` may name a tab. */
const frameNames = new Set(
  "head title nav footer dialog button input label select textarea datalist progress meter link meta".split(
    " ",
  ),
);

const frameRoles = new Set(
  "navigation search banner contentinfo complementary dialog alertdialog menu menubar toolbar tooltip tablist".split(
    " ",
  ),
);

function wholeName(...parts: string[]): RegExp {
  return new RegExp(`^(?:${parts.join("|")})$`, "i");
}

const frameClasses = wholeName(
  "(?:top|bottom|sub|main|side|left|right|global|primary|secondary|skip)-?nav(?:-?(?:list|bar|menu|links?))*|nav-?lists?",
  "nav|navbar|navigation|nav-?(?:header|footer|links?|buttons?|bar|menu|wrapper|container)|(?:site|mobile|bottom|top)-nav",
  "nav-(?:previous|next|chapters|wide-wrapper|path)|side-?bar.*|.*-sidebar|sphinxsidebar.*|menu|menu-wrapper|mainmenu|submenu|searchmenu|related",
  "breadcrumbs?|breadcrumbs?[-_].*|.*-breadcrumbs?|crumbs",
  "pagination|pagination-.*|pager|page-?nav.*|prev-?next(?:-.*)?|next-?prev|rst-footer-buttons",
  "footer|(?:site|page|docs?|theme-doc|md|vp|global)-footer.*|VPDocFooter|VPFooter",
  "dropdown-menu.*|mega-?menu.*|lang(?:uage)?-?(?:switcher|selector|picker|menu).*",
  "(?:site|page-top|global|md|mobile|sticky)-header|VPNav|nosearch|wy-nav-(?:side|top)|rst-versions|version-?(?:switcher|selector|picker|warning).*",
  "theme-?(?:switch|toggle|picker|selector|chooser).*|global-?(?:links|menu|nav|header)|copyright(?:-.*)?|legal-?notice|.*-nav-?bar|dyn(?:header|content)|ingroups",
  "cookie.*|consent.*|gdpr.*|announcement.*|newsletter.*|promo|advert.*|ads?|carbon-?ads?",
  "search|search-?(?:box|bar|form|modal|container|button|group|input|field|filter).*|DocSearch.*|toplang|bottomlang",
  "feedback.*|was-this-(?:page-)?helpful|page-?rating|social.*|share.*|(?:doc-)?contributors|sub-nav|sub-variant",
);

const contentsClasses = wholeName(
  "tsd-index-(?:panel|content|accordion)|toc|toc[-_].*|toc(?:Mobile|Desktop|Collapsible).*|.*-toc|fancy_toc|table-?of-?contents.*|on-this-page|page-?toc|VPDocOutline.*",
);

const toolClasses = wholeName(
  "edit-?(?:this-)?page.*|theme-edit-this-page|edit-?link.*|edit-on-github|view-?source|viewcode-link",
  "VPLastUpdated|last-?updated.*|theme-last-updated|skip-?(?:link|nav|to-.*)|skipnav|back-?to-?top.*|scroll-?to-?top",
  "copy-?(?:btn|button|code|popup|tooltip).*|copybtn|btn-copy|clipboard.*|btn-clipboard|buttonGroup.*|code-?copy.*|zeroclipboard-container",
  "headerlink|header-anchor|heading-anchor|anchor-?(?:link|icon)|anchorlink|hash-link|permalink|octicon.*|sl-anchor-link|direct-link|tsd-anchor-icon",
  "linenos?|linenodiv|lineno|gutter|line-?numbers?-(?:rows|wrapper)|hljs-ln-numbers|rouge-gutter|CodeMirror-linenumber",
  "visually-?hidden|sr-only|screen-reader-text|screenreader|katex-html|MathJax_Preview|indexterm",
  "out-of-band|rightside|tsd-sources|tag-source|srclink|src-link|source-?link|selflink|test-arrow|hideme|notable-traits.*",
  "ttc|tooltip-?text|twoslash-popup.*|copiable-(?:anchor|link)|md-anchor|paperclip-.*|pencil-.*|jp-InputPrompt|jp-OutputPrompt|(?:in|out)put_prompt",
  // MediaWiki.
  "(?:mw-)?editsection|mw-(?:jump|jump-link|indicators|empty-elt)|printfooter|catlinks",
);

const controlClasses = /(?:^|-)(?:btn|button)(?:-|$)/i;

const inheritedClasses = wholeName("(?:[^-]*-)*inherited(?:-[^]*)?");

/** Class names of boxes of text that the lists above would take for something else. */
const keptClasses =
  /\badmonition\b|\bsidebar-?(?:content|main)\b|(?:^|\s|-)(?:with|has|no|without)-(?:toc|sidebar|nav)|\btoctree-wrapper\b/;

const frameIds = wholeName(
  "(?:top|bottom|sub|main|side|left|right|global|primary|secondary|skip)-?nav(?:-?(?:list|bar|menu|links?))*|nav-?lists?",
  "nav|navbar|navigation|nav-?(?:header|footer|bar|menu|path)|main-?nav|side-?(?:bar|nav).*|left-?(?:nav|column|sidebar)|breadcrumbs?|menu|mainmenu|submenu|menu-bar",
  "(?:site-?|page-?)?footer|page-?header|path|titlearea|projectlogo|cookie.*|searchbox|search-?(?:form|box|bar|input|field|wrapper|help|results?|status|menu|overlay)(?:(?:-.*)|div)?|global-?(?:links|menu|nav|header)|package-header|MSearch.*|quickview|related|gtoc|searchmenu|tsd-search",
  // MediaWiki: where a page is, and what is around it.
  "siteSub|contentSub2?|jump-to-nav|mw-(?:js-message|navigation|head|panel|footer|page-base|head-base)",
);

const contentsIds = wholeName("syn|toc|toc[-_].*|table-?of-?contents|page-?toc");

/** Elements without text of the page, even where all others are taken for text. */
const neverText = new Set(
  "head title button input select textarea datalist progress meter link meta".split(" "),
);

/**
 * Whether a box can frame a page. A table or a part of one can when it is all links, as the column beside the text in old layouts.
 * Sections and headings cannot: they get ids like `navigation` or `footer` from their own words.
 */
function mayBeFrame(element: HtmlElement): boolean {
  if (neverFrames.has(element.name)) return false;
  if (tableParts.has(element.name) && !isMostlyLinks(element)) return false;
  return (
    !element.attributes.class ||
    !/(?:^|\s)(?:section|sect[1-5]|refsect[1-3]|chapter)(?:\s|$)/.test(element.attributes.class)
  );
}

const tableParts = new Set("table thead tbody tfoot tr td th caption".split(" "));

const neverFrames = new Set(
  "h1 h2 h3 h4 h5 h6 section article main body html pre code dt dd a span em strong b i".split(" "),
);
