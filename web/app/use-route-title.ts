import { useMatches } from "react-router";

/** What the router knows of a page beyond its path; the root reads the title from it. */
export type RouteHandle = { title: string | null };

/** The title of the page at hand in schema/routes.ts; null is the home page's. */
export function useRouteTitle(): string | null {
  const handle = useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
  return handle?.title ?? null;
}
