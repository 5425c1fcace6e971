import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { announce } from "./announce.ts";
import { documentTitle } from "./title.ts";
import { useRouteTitle } from "./use-route-title.ts";

/** Prepares every new page: puts its title on the document, announces the title to a screen reader, and focuses the page's heading. */
export function useArrival() {
  const { pathname } = useLocation();
  const title = documentTitle(useRouteTitle());
  const lastPath = useRef(pathname);

  // Runs before the effects of the page, which may know a better title.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    announce(document.title);
    const heading =
      document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
    // A form that has put the focus into its first field knows better.
    if (!heading || heading.closest("main")?.contains(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
