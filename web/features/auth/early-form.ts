import { useSyncExternalStore } from "react";

/**
 * For a form that is there before the scripts are: until then the browser would send it itself, and put a password into an
 * address. By this method it sends nothing outside of a dialog (HTML, form submission algorithm), and the scripts come all the
 * same; a policy that forbids sending stops their loading too, in Chromium.
 */
export const EARLY_FORM = { method: "dialog" } as const;

/** For buttons of a page that is there before the scripts are: until then they are busy, and take no press that would be lost. */
export function useEarlyButton(): { disabled: boolean; "aria-busy": boolean } {
  const isEarly = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  return { disabled: isEarly, "aria-busy": isEarly };
}
