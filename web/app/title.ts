import { useEffect, useLayoutEffect } from "react";
import { PRODUCT } from "#schema/values.ts";

/** `{product} - {page}` or `{product} - {page} - {detail}`; without a page the title of the home page. */
export function documentTitle(page: string | null, detail?: string | null): string {
  return [PRODUCT, page ?? "Context for your agent", detail].filter(Boolean).join(" - ");
}

/**
 * For a page whose title is not the one of its route, or has a detail. On leaving, the title is the home page's again
 * until the next page says its own.
 */
export function useTitle(page: string, detail?: string | null) {
  // Gone before the next page's title is set, and set after the one of the route.
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
