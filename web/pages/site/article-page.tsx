import { Link } from "react-router";
import { ButtonLink } from "#web/components/ui/button.tsx";
import type { Content } from "#web/content/content.ts";
import { articles } from "#web/content/pages.ts";
import { OnThisPage } from "#web/features/content/on-this-page.tsx";
import { PageMenu } from "#web/features/content/page-menu.tsx";
import { Prose } from "#web/features/content/prose.tsx";
import { ReadingColumns } from "#web/features/content/reading-columns.tsx";
import { VideoEmbed } from "#web/features/content/video-embed.tsx";
import { ArticleDate } from "./article-date.tsx";

/** An article: its date, the video, its sections, the words, and the next article. */
export function ArticlePage({ content }: { content: Content }) {
  const next = articles.find(({ path }) => path !== content.path);
  return (
    <main id="main" className="page py-10 sm:py-14">
      <ReadingColumns headings={content.headings}>
        <article className="grid grid-cols-1 gap-8">
          <header className="grid gap-3">
            <p className="text-sm">
              <Link to="/blog" className="link inline-flex min-h-6 items-center touch">
                Blog
              </Link>
            </p>
            <h1 className="text-hero tracking-tight">{content.heading}</h1>
            <p className="text-lg text-muted">{content.description}</p>
            <ArticleDate {...content} />
            <PageMenu path={content.path} />
          </header>
          {content.video && <VideoEmbed {...content.video} />}
          <div className="empty:hidden lg:hidden">
            <OnThisPage headings={content.headings} isFolded />
          </div>
          <Prose html={content.html} className="prose-read" />
          {next && (
            <footer className="border-t border-border pt-6">
              <ButtonLink to={next.path} className="max-w-full py-2">
                <span className="whitespace-normal">Read next: {next.heading}</span>
              </ButtonLink>
            </footer>
          )}
        </article>
      </ReadingColumns>
    </main>
  );
}
