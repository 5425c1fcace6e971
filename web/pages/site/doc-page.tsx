import { useLayoutEffect, useRef } from "react";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Fold } from "#web/components/ui/fold.tsx";
import type { Content } from "#web/content/content.ts";
import { docsPages } from "#web/content/pages.ts";
import { DocsNav } from "#web/features/content/docs-nav.tsx";
import { EditLink } from "#web/features/content/edit-link.tsx";
import { OnThisPage } from "#web/features/content/on-this-page.tsx";
import { PageMenu } from "#web/features/content/page-menu.tsx";
import { Prose } from "#web/features/content/prose.tsx";
import { DocsSearch } from "#web/features/docs-search/docs-search.tsx";
import { PageOpinion } from "#web/features/page-opinion/page-opinion.tsx";

/** One page of the documentation between its navigation and its sections. */
export function DocPage({ content }: { content: Content }) {
  const at = docsPages.findIndex(({ path }) => path === content.path);
  const next = docsPages[at + 1];
  const nav = useRef<HTMLDivElement>(null);

  // The list is longer than most windows: the page at hand is scrolled to its middle, as far as possible. Every page draws the
  // list anew.
  useLayoutEffect(() => {
    const list = nav.current!;
    const current = list.querySelector<HTMLElement>("[aria-current=page]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }, []);

  return (
    <div className="page grid gap-x-10 gap-y-6 py-8 md:grid-cols-[13rem_minmax(0,1fr)] lg:grid-cols-[13rem_minmax(0,1fr)_12rem]">
      <div className="min-w-0">
        <div className="grid grid-cols-1 gap-4 md:sticky md:top-6 md:max-h-[calc(100dvh-3rem)] md:grid-rows-[auto_1fr] md:gap-5">
          <DocsSearch className="px-3" />
          <Fold title="Documentation" className="md:hidden">
            <DocsNav pages={docsPages} />
          </Fold>
          <div ref={nav} className="relative hidden overflow-y-auto px-2 pb-6 md:block">
            <DocsNav pages={docsPages} />
          </div>
        </div>
      </div>
      <main id="main" className="grid min-w-0 grid-cols-1 content-start gap-6">
        <div className="grid gap-3">
          <h1>{content.heading}</h1>
          <p className="max-w-measure text-lg text-muted">{content.description}</p>
          <PageMenu path={content.path} />
        </div>
        <Prose html={content.html} />
        <div className="mt-6 border-t border-border pt-6">
          <PageOpinion path={content.path} />
        </div>
        <footer className=" flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border pt-6 empty:hidden">
          {next && <ButtonLink to={next.path}>Next: {next.heading}</ButtonLink>}
          <EditLink sourcePath={content.sourcePath} />
        </footer>
      </main>
      <div className="hidden lg:block">
        <div className="sticky top-6">
          <OnThisPage headings={content.headings} />
        </div>
      </div>
    </div>
  );
}
