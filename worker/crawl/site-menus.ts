/** A file in which a generator keeps the list of a site's pages, since its pages draw their menus by script. */
export type SiteMenu = { url: string; kind: "objects.inv" | "search-index" | "script" | "page" };

/** Limit on the parts of a tree: more than some ten thousand pages need. */
const MAX_TREE_PARTS = 40;
const MAX_PAGES = 50_000;
/** Limit on an inventory: 50,000 pages with all of their members. */
const MAX_INVENTORY_CHARACTERS = 30_000_000;

/** The files that hold the menus of a site, by the scripts and the generator of its start page. Files may be missing. */
export function menusOf(html: string, startUrl: string): SiteMenu[] {
  const menus: SiteMenu[] = [];
  const add = (kind: SiteMenu["kind"], ...files: string[]) => {
    for (const file of files) menus.push({ kind, url: new URL(file, startUrl).href });
  };
  if (/(?:searchindex|documentation_options|doctools|sphinx_highlight)\.js|\bSphinx\b/.test(html)) {
    const root =
      /(?:data-content_root|data-url_root|URL_ROOT:)\s*(?:=\s*)?["']([./]*)["']/.exec(html)?.[1] ?? "";
    add("objects.inv", `${root}objects.inv`);
    add("script", `${root}searchindex.js`);
  }
  if (/mkdocs/i.test(html) || html.includes("search/main.js"))
    add("search-index", "search/search_index.json");
  if (/(?:menudata|navtreedata)\.js|content="Doxygen/.test(html)) {
    add("script", "menudata.js", "navtreedata.js");
    add("page", "annotated.html", "modules.html", "topics.html", "files.html", "pages.html");
  }
  return menus;
}

/** The pages that a menu names: absolute addresses, each once. None for any other kind of file. */
export async function readMenu(menu: SiteMenu, bytes: Uint8Array): Promise<string[]> {
  switch (menu.kind) {
    case "objects.inv":
      return addresses(inventoryPages(await inflateInventory(bytes)), menu.url);
    case "search-index":
      // MkDocs keeps its search index in a folder of its own.
      return addresses(searchIndexPages(new TextDecoder().decode(bytes)), new URL("..", menu.url).href);
    case "script":
      return addresses(scriptPages(new TextDecoder().decode(bytes), menu.url), menu.url);
    case "page":
      // A page's content is read when its turn comes; only the address is known here.
      return bytes.length > 0 ? [menu.url] : [];
    default:
      return menu.kind satisfies never;
  }
}

/** Doxygen cuts its tree into numbered parts; `navtreedata.js` says how many. */
export function treeParts(menu: SiteMenu, bytes: Uint8Array): SiteMenu[] {
  if (!menu.url.endsWith("/navtreedata.js")) return [];
  const list = listBehind(/NAVTREEINDEX\s*=\s*\[/, new TextDecoder().decode(bytes));
  const count = Math.min(MAX_TREE_PARTS, list.split(",").filter((part) => part.trim() !== "").length);
  return Array.from({ length: count }, (_, part) => ({
    kind: "script" as const,
    url: new URL(`navtreeindex${part}.js`, menu.url).href,
  }));
}

/** Lines of Sphinx' inventory: `name domain:role priority address title`; `$` at the end of an address stands for the name. */
function inventoryPages(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const [, name = "", address = ""] =
      /^(\S.{0,1000}?) +[\w-]+:[\w-]+ +-?\d+ +(\S*) /.exec(line.slice(0, 3000)) ?? [];
    return address === "" ? [] : [address.endsWith("$") ? address.slice(0, -1) + name : address];
  });
}

/** Text of an inventory file: four lines of text, then the list, deflated. */
async function inflateInventory(bytes: Uint8Array): Promise<string> {
  let at = 0;
  for (let line = 0; line < 4; line++) at = bytes.indexOf(10, at) + 1;
  const head = new TextDecoder().decode(bytes.subarray(0, at));
  if (!head.startsWith("# Sphinx inventory version 2") || !head.includes("zlib")) return "";
  const stream = new Blob([bytes.slice(at)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const part of stream) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      if (text.length > MAX_INVENTORY_CHARACTERS) break;
    }
  } catch {
    // A cut or damaged list still names the pages before the damage.
  }
  return text;
}

function searchIndexPages(text: string): string[] {
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch {
    return [];
  }
  const docs = (index as { docs?: unknown } | null)?.docs;
  if (!Array.isArray(docs)) return [];
  return docs.flatMap((doc: { location?: unknown } | null) =>
    typeof doc?.location === "string" ? [doc.location] : [],
  );
}

/** Pages from the `docnames` of Sphinx' search index; else every text that names a page of HTML. */
function scriptPages(text: string, url: string): string[] {
  if (url.endsWith("/searchindex.js")) {
    const names = listBehind(/\bdocnames"?:\s*\[/, text);
    return [...names.matchAll(/"([^"\\]{1,500})"/g)].map(([, name = ""]) => `${name}.html`);
  }
  return [...text.matchAll(/["']([\w./%~+-]{1,500}\.html?)(?:#[^"']{0,300})?["']/g)].map(
    ([, page = ""]) => page,
  );
}

/** Content of a list whose beginning is found by a pattern, up to the closing bracket; empty without an end. */
function listBehind(beginning: RegExp, text: string): string {
  const found = beginning.exec(text);
  const start = found ? found.index + found[0].length : text.length;
  return text.slice(start, Math.max(start, text.indexOf("]", start)));
}

function addresses(pages: string[], base: string): string[] {
  const urls = new Set<string>();
  for (const page of pages) {
    const url = URL.parse(page.split("#", 1)[0] ?? "", base);
    if (url) urls.add(url.href);
    if (urls.size >= MAX_PAGES) break;
  }
  return [...urls];
}
