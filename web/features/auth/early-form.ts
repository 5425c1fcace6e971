/**
 * For a form that is there before the scripts are: until then the browser would send it itself, and put a password into an
 * address. By this method it sends nothing outside of a dialog (HTML, form submission algorithm), and the scripts come all the
 * same; a policy that forbids sending stops their loading too, in Chromium.
 */
export const EARLY_FORM = { method: "dialog" } as const;
