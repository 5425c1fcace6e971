import type { LibraryAnswer } from "#schema/api/catalog.ts";
import { librarySlug } from "#schema/library-slug.ts";
import { previewImage } from "#schema/content-routes.ts";
import { DETAIL_HEAD } from "#schema/routes.ts";
import { PRODUCT } from "#schema/values.ts";

/** The document of a library's page for search engines, link previews and browsers without scripts. */
export function withLibraryHead(shell: string, library: LibraryAnswer, origin: string): string {
  // Functions, because a `$` in the text would mean something in a pattern's replacement.
  return shell
    .replace(DETAIL_HEAD, () => headOf(library, origin))
    .replace("</body>", () => `<noscript>${withoutScripts(library)}</noscript></body>`);
}

function headOf(library: LibraryAnswer, origin: string): string {
  const { name, description, home, repository, indexed } = library;
  const path = `/catalog/${librarySlug(name)}`;
  const title = `${PRODUCT} - Catalog - ${name}`;
  const summary = `Search the ${name} docs from your coding agent. ${description}`;
  const breadcrumbs = [
    [PRODUCT, "/"],
    ["Catalog", "/catalog"],
    [name, path],
  ].map(([label, to], index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    item: origin + to,
  }));
  const data = [
    {
      "@context": "https://schema.org",
      "@type": "TechArticle",
      headline: `${name} documentation`,
      description,
      url: origin + path,
      about: { "@type": "SoftwareApplication", name, url: home, ...(repository && { sameAs: repository }) },
      ...(indexed?.lastIndexedAt && { dateModified: indexed.lastIndexedAt }),
    },
    { "@context": "https://schema.org", "@type": "BreadcrumbList", itemListElement: breadcrumbs },
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", summary),
    `<link rel="canonical" href="${escapeHtml(origin + path)}">`,
    // A page about documentation that nobody can search yet says little.
    ...(indexed ? [] : [meta("name", "robots", "noindex")]),
    meta("property", "og:site_name", PRODUCT),
    meta("property", "og:type", "website"),
    meta("property", "og:title", title),
    meta("property", "og:description", summary),
    meta("property", "og:url", origin + path),
    meta("property", "og:image", origin + previewImage("/catalog")),
    meta("name", "twitter:card", "summary_large_image"),
    ...data.map(
      // A closing tag inside of the text would end the element.
      (one) =>
        `<script type="application/ld+json">${JSON.stringify(one).replaceAll("<", "\\u003c")}</script>`,
    ),
  ].join("\n    ");
}

function withoutScripts({ name, description, home, indexed }: LibraryAnswer): string {
  const state = indexed ? `${indexed.pages} pages are searchable with any key.` : "It isn't indexed yet.";
  return `<main><h1>${escapeHtml(name)}</h1><p>${escapeHtml(description)}</p><p>${state}</p><p><a href="${escapeHtml(home)}" rel="nofollow">${escapeHtml(home)}</a></p></main>`;
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
