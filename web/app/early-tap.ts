declare global {
  interface Window {
    /** The element tapped last before the page was brought to life; index.html writes it down until this is null. */
    earlyTap?: EventTarget | null;
  }
}

/**
 * Presses the button that was tapped before the scripts came, once the page is alive. Links work without scripts, and no form
 * is sent unless a person presses its button again.
 */
export function pressEarlyTap(): void {
  const target = window.earlyTap;
  window.earlyTap = null;
  if (target instanceof Element && target.isConnected)
    target.closest<HTMLButtonElement>("button[type=button]")?.click();
}
