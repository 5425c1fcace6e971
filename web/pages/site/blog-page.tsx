import { Link } from "react-router";
import { articles } from "#web/content/pages.ts";
import { ArticleDate } from "./article-date.tsx";

export default function BlogPage() {
  return (
    <main id="main" className="page grid gap-8 py-10 sm:py-14">
      <div className="grid gap-3">
        <h1 className="text-hero tracking-tight">Blog</h1>
        <p className="flex flex-wrap gap-x-4 text-sm">
          <a className="link inline-flex min-h-6 items-center touch" href="/blog/feed.xml">
            RSS
          </a>
          <a className="link inline-flex min-h-6 items-center touch" href="/blog/feed.json">
            JSON feed
          </a>
        </p>
      </div>
      {articles.length === 0 && <p className="text-muted">No articles yet.</p>}
      <ul className="border-b border-border">
        {articles.map(({ path, heading, description, publishedOn, minutes }) => (
          <li
            key={path}
            className="grid gap-x-10 gap-y-2 border-t border-border py-6 md:grid-cols-[14rem_minmax(0,1fr)] md:items-baseline"
          >
            <ArticleDate publishedOn={publishedOn} minutes={minutes} />
            <div className="grid gap-1.5">
              <h2>
                <Link to={path} className="text-text no-underline hover:underline">
                  {heading}
                </Link>
              </h2>
              <p className="max-w-measure text-muted">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </main>
  );
}
