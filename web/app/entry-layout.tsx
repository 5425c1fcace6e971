import { Link, Outlet } from "react-router";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { Brand } from "#web/components/site/brand.tsx";

/** The frame of the way in: the logo, and a card of 400 px with the page. */
export function EntryLayout() {
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-10 sm:py-18">
      <header className="mb-6">
        <Link
          to="/"
          className="inline-flex min-h-10 items-center text-lg font-semibold text-text no-underline touch"
        >
          <Brand />
        </Link>
      </header>
      <main
        id="main"
        className="grid w-full max-w-card gap-5 rounded-lg border border-border bg-surface p-6 shadow-card"
      >
        <QueryProvider>
          <Outlet />
        </QueryProvider>
        <noscript>
          <p className="text-sm text-danger">This page needs JavaScript. Turn it on in your browser.</p>
        </noscript>
      </main>
    </div>
  );
}
