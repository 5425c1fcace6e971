import { useSyncExternalStore } from "react";

/** The public address of the site, given to the build as `SITE_ORIGIN`. Pages rendered ahead of time name it. */
export const SITE_ORIGIN: string = import.meta.env.SITE_ORIGIN ?? "http://127.0.0.1:8787";

/** The origin of this copy: the origin of the build until the page runs in a browser, which knows better. */
export function useOrigin(): string {
  return useSyncExternalStore(
    () => () => {},
    () => location.origin,
    () => SITE_ORIGIN,
  );
}
