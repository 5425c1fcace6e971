import { useMatches } from "react-router";
import type { RouteHandle } from "./routes.tsx";

/** The title of the page at hand in schema/routes.ts; null is the home page's. */
export function useRouteTitle(): string | null {
  const handle = useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
  return handle?.title ?? null;
}
