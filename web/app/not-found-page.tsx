import { lazy, Suspense, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { findRoute } from "#schema/routes.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { nearestRoute } from "./nearest-route.ts";

/** Loaded late: every page has the not-found page in its scripts, and few visitors ever see it. */
const DocsSearch = lazy(async () => ({
  default: (await import("#web/features/docs-search/docs-search.tsx")).DocsSearch,
}));

/** The page for an address that no page has. The worker sends it with the status 404. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  // The page is rendered once for all addresses: the address at hand is known in the browser only.
  const near = useSyncExternalStore(
    () => () => {},
    () => nearestRoute(pathname),
    () => undefined,
  );
  return (
    <main id="main" className="page grid justify-items-start gap-5 py-18">
      <h1>Page not found</h1>
      <p className="max-w-measure text-muted">
        This page doesn't exist. It may have moved, or the link has a typo.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/" variant="primary">
          Home
        </ButtonLink>
        {findRoute("/docs") && <ButtonLink to="/docs">Docs</ButtonLink>}
        {near && <ButtonLink to={near}>Did you mean {near}?</ButtonLink>}
        {near !== undefined && (
          <Suspense fallback={null}>
            <DocsSearch />
          </Suspense>
        )}
      </div>
    </main>
  );
}
