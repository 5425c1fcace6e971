declare global {
  interface Window {
    /** What was tapped last before the page was brought to life; index.html writes it down until this is null. */
    earlyTap?: EventTarget | null;
  }
}

/**
 * Presses the button that was tapped before the scripts came, once the page is alive. Links have worked without them, and a
 * form is sent by nobody but who presses its button again.
 */
export function pressEarlyTap(): void {
  const target = window.earlyTap;
  window.earlyTap = null;
  if (target instanceof Element && target.isConnected)
    target.closest<HTMLButtonElement>("button[type=button]")?.click();
}
