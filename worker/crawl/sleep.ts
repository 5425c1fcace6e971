/** Waits so many milliseconds; not at all for 0 or fewer. */
export function sleep(delayMs: number): Promise<void> {
  return delayMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, delayMs));
}
