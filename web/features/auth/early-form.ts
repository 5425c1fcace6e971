import { useSyncExternalStore } from "react";

/**
 * The attributes of a form that is there before the scripts are. Without them the browser would send the form itself, and put a
 * password into an address. A form of the method `dialog` sends nothing outside of a dialog (HTML, form submission algorithm),
 * and the scripts come all the same; a policy that forbids sending stops their loading too, in Chromium.
 */
export const EARLY_FORM = { method: "dialog" } as const;

/**
 * The attributes of a button that is there before the scripts are: until then the button is busy, and takes no press that would
 * be lost.
 */
export function useEarlyButton(): { disabled: boolean; "aria-busy": boolean } {
  const isEarly = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  return { disabled: isEarly, "aria-busy": isEarly };
}
