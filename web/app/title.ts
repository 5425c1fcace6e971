import { useEffect, useLayoutEffect } from "react";
import { PRODUCT } from "#schema/values.ts";

/** `{product} - {page}` or `{product} - {page} - {detail}`; without a page the title of the home page. */
export function documentTitle(page: string | null, detail?: string | null): string {
  return [PRODUCT, page ?? "Context for your agent", detail].filter(Boolean).join(" - ");
}

/**
 * Sets the title of a page whose title is not the one of its route, or has a detail. On leaving, the home page's title is back
 * until the next page sets its own.
 */
export function useTitle(page: string, detail?: string | null) {
  // A layout effect: the title is set after the one of the route, and gone before the next page's title is set.
  useLayoutEffect(
    () => () => {
      document.title = documentTitle(null);
    },
    [],
  );
  useEffect(() => {
    document.title = documentTitle(page, detail);
  }, [page, detail]);
}
