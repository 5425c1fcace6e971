import type { ComponentType } from "react";
import type { ContentPath } from "#schema/content-routes.ts";
import { useOrigin } from "#web/app/origin.ts";
import type { Content, ContentKind } from "#web/content/content.ts";
import { loadContent, withOrigin } from "#web/content/pages.ts";
import { ArticlePage } from "./article-page.tsx";
import { DocPage } from "./doc-page.tsx";
import { TextPage } from "./text-page.tsx";

const FRAMES: Record<ContentKind, ComponentType<{ content: Content }>> = {
  doc: DocPage,
  article: ArticlePage,
  "use-case": TextPage,
  page: TextPage,
};

/** The page of a text, with its words: a module as the router loads it. */
export async function contentPage(path: ContentPath): Promise<{ default: ComponentType }> {
  if (path === "/blog") return import("./blog-page.tsx");
  const content = await loadContent(path);
  const Frame = FRAMES[content.kind];
  return {
    default: function ContentPage() {
      // The texts name the address of the build; a copy elsewhere shows its own.
      const html = withOrigin(content.html, useOrigin());
      return <Frame content={{ ...content, html }} />;
    },
  };
}
