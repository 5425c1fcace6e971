import { STATUS_COMPONENTS } from "#schema/api/status.ts";
import { useOrigin } from "#web/app/origin.ts";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { StatusBoard } from "#web/features/status/status-board.tsx";

/** The status page. Its frame is rendered ahead of time; the browser asks for the status. */
export default function StatusPage() {
  const origin = useOrigin();
  return (
    <main id="main" className="page grid grid-cols-1 gap-8 py-10 sm:py-14">
      <div className="grid gap-3">
        <h1 className="text-hero tracking-tight">Status</h1>
        <p className="max-w-measure text-muted">
          Every five minutes each of {STATUS_COMPONENTS.length} parts is asked for what it is there for: a
          list of tools, a search, a page, a session, and whether crawls come further.
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm">
          <a className="link inline-flex min-h-6 items-center touch" href="/api/status">
            JSON
          </a>
          <a className="link inline-flex min-h-6 items-center touch" href="/status/badge.svg">
            Badge
          </a>
        </p>
      </div>
      <QueryProvider>
        <StatusBoard />
      </QueryProvider>
      <noscript>
        <p>
          Without scripts this page cannot ask. The same is at <code>{origin}/api/status</code>.
        </p>
      </noscript>
    </main>
  );
}
