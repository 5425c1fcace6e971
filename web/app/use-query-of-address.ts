import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

/**
 * The query of the address as it stands there, with its `?`. Empty for the moment in which a page is taken over that was
 * rendered ahead: the build knew of no query, and the two must agree.
 */
export function useQueryOfAddress(): string {
  const { search } = useLocation();
  return useSyncExternalStore(
    () => () => {},
    () => search,
    () => "",
  );
}
