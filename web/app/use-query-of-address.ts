import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

/**
 * The query of the address, with its `?`. Empty while a page that was rendered ahead is taken over: the build knew of no query,
 * and the browser must agree with the build.
 */
export function useQueryOfAddress(): string {
  const { search } = useLocation();
  return useSyncExternalStore(
    () => () => {},
    () => search,
    () => "",
  );
}
