import { useMatches } from "react-router";

/** The router's facts about a page beyond its path; the root reads the title from them. */
export type RouteHandle = { title: string | null };

/** The title of the page at hand in schema/routes.ts; null is the home page's. */
export function useRouteTitle(): string | null {
  const handle = useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
  return handle?.title ?? null;
}
