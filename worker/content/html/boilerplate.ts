import type { HtmlElement } from "./parse-html.ts";

/**
 * Says whether an element belongs to the frame of the site and not to the text of the page: navigation, contents lists,
 * footers, cookie bars, edit links, copy buttons, line numbers, permalinks. Goes by the element's name, role and class
 * names as documentation generators write them, never by what it says. Remembers class names, so use one per page.
 */
export class BoilerplateTest {
  readonly #byClass = new Map<string, boolean>();

  isBoilerplate(element: HtmlElement): boolean {
    if (frameNames.has(element.name)) return !isTab(element);
    const { attributes } = element;
    if (attributes.role !== undefined && frameRoles.has(attributes.role)) return true;
    if (attributes["aria-hidden"] === "true" && element.name !== "pre") return true;
    if (attributes.hidden !== undefined && attributes.role !== "tabpanel") return true;
    if (element.name === "a" && isFrameLink(element)) return true;
    if (attributes.class !== undefined && this.#isFrameClass(attributes.class, element)) return true;
    return attributes.id !== undefined && frameIds.test(attributes.id) && mayBeFrame(element);
  }

  #isFrameClass(className: string, element: HtmlElement): boolean {
    let isFrame = this.#byClass.get(className);
    if (isFrame === undefined) {
      isFrame =
        className.split(/\s+/).some((name) => frameClasses.test(name)) && !keptClasses.test(className);
      this.#byClass.set(className, isFrame);
    }
    return isFrame && mayBeFrame(element);
  }
}

/** Elements that are never text for a reader; `button` and `label` may name a tab. */
const frameNames = new Set(
  "nav footer dialog button input label select textarea datalist progress meter link meta".split(" "),
);

const frameRoles = new Set(
  "navigation search banner contentinfo complementary dialog alertdialog menu menubar toolbar tooltip tablist".split(
    " ",
  ),
);

const frameClasses = new RegExp(
  `^(?:${[
    // Navigation
    String.raw`nav|navbar|navigation|nav-?(?:header|footer|links?|buttons?|bar|menu|wrapper|container)|site-nav|mobile-nav|bottom-nav`,
    String.raw`side-?bar.*|.*-sidebar|sphinxsidebar.*|menu|menu-wrapper|mainmenu|submenu|searchmenu|related`,
    String.raw`breadcrumbs?|breadcrumbs?[-_A-Z].*|.*-breadcrumbs?|crumbs`,
    String.raw`pagination|pagination-.*|pager|page-?nav.*|prev-?next|next-?prev|rst-footer-buttons|nav-(?:previous|next|chapters|wide-wrapper)`,
    String.raw`skip-?(?:link|nav|to-.*)|skipnav|back-?to-?top.*|scroll-?to-?top`,
    // Lists of contents
    String.raw`toc|toc[-_].*|toc(?:Mobile|Desktop|Collapsible).*|.*-toc|fancy_toc|table-?of-?contents.*|on-this-page|page-?toc|local-toc|VPDocOutline.*`,
    // Frame of the site
    String.raw`footer|(?:site|page|doc|docs|theme-doc|md|vp|global)-footer.*|VPDocFooter|VPFooter|page-?footer`,
    String.raw`(?:site|page-top|global|md|mobile|sticky)-header|VPNav|nosearch|wy-nav-.*|rst-versions|version-?(?:switcher|selector|picker|warning).*`,
    String.raw`cookie.*|consent.*|gdpr.*|announcement.*|newsletter.*|promo|advert.*|ads?|carbon-?ads?`,
    String.raw`search|search-?(?:box|bar|form|modal|container|button).*|DocSearch.*`,
    // Tools
    String.raw`edit-?(?:this-)?page.*|theme-edit-this-page|edit-?link.*|edit-on-github|view-?source|viewcode-link|VPLastUpdated|last-?updated.*|theme-last-updated`,
    String.raw`feedback.*|was-this-(?:page-)?helpful|page-?rating|social.*|share.*|contributors|doc-contributors|page-?meta(?:data)?-tools`,
    String.raw`copy|copy-?(?:btn|button|code).*|copybtn|btn-copy|clipboard.*|btn-clipboard|buttonGroup.*|code-?copy.*|zeroclipboard-container`,
    String.raw`headerlink|header-anchor|heading-anchor|anchor-?(?:link|icon)|anchorlink|hash-link|permalink|octicon.*|sl-anchor-link|direct-link`,
    String.raw`linenos?|linenodiv|lineno|ln|gutter|line-?numbers?-rows|line-numbers-wrapper|hljs-ln-numbers|rouge-gutter|CodeMirror-linenumber`,
    String.raw`visually-?hidden|sr-only|screen-reader-text|screenreader|katex-html|MathJax_Preview|indexterm`,
    // rustdoc, javadoc
    String.raw`out-of-band|rightside|srclink|src-link|sub-nav|sub-variant`,
  ].join("|")})$`,
);

/** Class lists that hold a word of the list above, but are text. */
const keptClasses =
  /\badmonition\b|\bsidebar-?(?:content|main)\b|\btopic\b|\bhas-sidebar\b|\b(?:with|has|no|without)-(?:toc|sidebar|nav)/;

const frameIds = new RegExp(
  `^(?:${[
    "nav|navbar|navigation|nav-?(?:header|footer|bar|menu)|main-?nav|side-?bar.*|left-?(?:nav|column|sidebar)|breadcrumbs?|menu|mainmenu|submenu|menu-bar",
    "toc|toc[-_].*|table-?of-?contents|page-?toc|footer|site-?footer|page-?footer|cookie.*|searchbox|search-?(?:form|box|bar|wrapper)|quickview|related|gtoc|searchmenu",
  ].join("|")})$`,
  "i",
);

/** Elements that can frame a page. Sections and headings get ids like `navigation` or `footer` from their own words. */
function mayBeFrame(element: HtmlElement): boolean {
  if (/^(?:h[1-6]|section|article|main|body|html|pre|code|dt|dd)$/.test(element.name)) return false;
  return (
    !element.attributes.class ||
    !/(?:^|\s)(?:section|sect[1-5]|refsect[1-3]|chapter)(?:\s|$)/.test(element.attributes.class)
  );
}

function isTab(element: HtmlElement): boolean {
  return element.attributes.role === "tab";
}

const symbolsOnly = /^[\s¶#§🔗†‡\u200b\ufeff\u{1f517}*]*$/u;

/** A link to the heading it stands in, drawn as a symbol. */
function isFrameLink(element: HtmlElement): boolean {
  const { href, rel } = element.attributes;
  if (href === undefined) return false;
  if (rel === "prev" || rel === "next") return true;
  if (!href.includes("#") || element.children.length > 1) return false;
  const [child] = element.children;
  return typeof child === "string" && child.trim() !== "" && symbolsOnly.test(child);
}
