/** The look of everything that opens over the page. */
export const POPUP =
  "rounded-md border border-border bg-surface text-text shadow-card outline-none appear forced-colors:border-current";
