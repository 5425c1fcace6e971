import { Navigate, useLocation } from "react-router";
import type { RouteObject } from "react-router";
import { REDIRECTS, ROUTES } from "#schema/routes.ts";
import type { RouteInfo, RouteKind } from "#schema/routes.ts";
import { ErrorPage } from "./app/error-page.tsx";
import { GuestOnly } from "./app/guest-only.tsx";
import { NotFoundPage } from "./app/not-found-page.tsx";
import type { RouteHandle } from "./app/use-route-title.ts";
import { PAGES } from "./page-modules.ts";
import { PublicLayout } from "./app/public-layout.tsx";
import { Root } from "./app/root.tsx";

/** The routes of schema/routes.ts as the router wants them: pages in the frame of their kind. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    children: [
      { Component: PublicLayout, children: inErrorBoundary([...pagesOf("public"), notFound()]) },
      {
        lazy: async () => ({ Component: (await import("./app/entry-layout.tsx")).EntryLayout }),
        children: [
          ...inErrorBoundary(pagesOf("entry")),
          { Component: GuestOnly, children: inErrorBoundary(pagesOf("guest-only")) },
        ],
      },
      {
        lazy: async () => ({ Component: (await import("./app/console-layout.tsx")).ConsoleLayout }),
        children: inErrorBoundary(pagesOf("protected")),
      },
      ...Object.entries(REDIRECTS).map(([path, to]) => ({ path, element: <Redirect to={to} /> })),
      ...(import.meta.env.DEV
        ? [
            {
              path: "/__parts",
              lazy: async () => ({ Component: (await import("#web/pages/parts-page.tsx")).default }),
            },
          ]
        : []),
    ],
  },
];

/** An error of a page is shown in its place: the frame around it stays. */
function inErrorBoundary(children: RouteObject[]): RouteObject[] {
  return [{ ErrorBoundary: ErrorPage, children }];
}

function pagesOf(kind: RouteKind): RouteObject[] {
  const infos: readonly RouteInfo[] = ROUTES;
  return infos
    .filter((info) => info.kind === kind)
    .map((info) => ({
      path: info.path,
      caseSensitive: true,
      handle: { title: info.title } satisfies RouteHandle,
      lazy: async () => ({ Component: (await PAGES[info.path as keyof typeof PAGES]()).default }),
    }));
}

function notFound(): RouteObject {
  return { path: "*", Component: NotFoundPage, handle: { title: "Page not found" } satisfies RouteHandle };
}

function Redirect({ to }: { to: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: to, search, hash }} replace />;
}
