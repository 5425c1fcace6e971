import { twinPathOf } from "#schema/routes.ts";
import type { RouteInfo } from "#schema/routes.ts";
import { PRODUCT } from "#schema/values.ts";
import { SITE_ORIGIN } from "./origin.ts";
import { documentTitle } from "./title.ts";

/** The markup inside `head` that search engines and link previews read of a page, the title included. */
export function documentHead(route: RouteInfo): string {
  const title = documentTitle(route.title);
  const url = SITE_ORIGIN + route.path;
  const description = route.description ?? "";
  return [
    `<title>${escape(title)}</title>`,
    meta("name", "description", description),
    `<link rel="canonical" href="${escape(url)}">`,
    alternate("text/markdown", twinPathOf(route.path), "Markdown"),
    ...(route.path === "/" || route.path.startsWith("/blog")
      ? [
          alternate("application/rss+xml", "/blog/feed.xml", `${PRODUCT} - Blog`),
          alternate("application/feed+json", "/blog/feed.json", `${PRODUCT} - Blog`),
        ]
      : []),
    route.isUnlisted ? meta("name", "robots", "noindex") : "",
    meta("property", "og:site_name", PRODUCT),
    meta("property", "og:type", route.path.startsWith("/blog/") ? "article" : "website"),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("property", "og:url", url),
    route.image ? meta("property", "og:image", SITE_ORIGIN + route.image) : "",
    meta("name", "twitter:card", route.image ? "summary_large_image" : "summary"),
    ...structuredData(route).map(
      // A closing tag inside of the text would end the element.
      (data) =>
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`,
    ),
  ]
    .filter(Boolean)
    .join("\n    ");
}

/** JSON-LD (schema.org): the product on the home page, the page's place on every other. */
function structuredData(route: RouteInfo): object[] {
  const home = { "@type": "ListItem", position: 1, name: PRODUCT, item: `${SITE_ORIGIN}/` };
  if (route.path === "/")
    return [
      {
        "@context": "https://schema.org",
        "@type": "SoftwareApplication",
        name: PRODUCT,
        description: route.description,
        applicationCategory: "DeveloperApplication",
        operatingSystem: "Any",
        url: `${SITE_ORIGIN}/`,
      },
    ];
  return [
    ...(route.path.startsWith("/blog/")
      ? [
          {
            "@context": "https://schema.org",
            "@type": "TechArticle",
            headline: route.title,
            description: route.description,
            url: SITE_ORIGIN + route.path,
            author: { "@type": "Organization", name: PRODUCT },
          },
        ]
      : []),
    {
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: [
        home,
        { "@type": "ListItem", position: 2, name: route.title, item: SITE_ORIGIN + route.path },
      ],
    },
  ];
}

/** The same page or its news in a form for programs. */
function alternate(type: string, path: string, title: string): string {
  return `<link rel="alternate" type="${type}" title="${escape(title)}" href="${escape(path)}">`;
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return content && `<meta ${kind}="${name}" content="${escape(content)}">`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
