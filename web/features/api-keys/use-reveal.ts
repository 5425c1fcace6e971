import { useEffect, useState } from "react";
import { HIDE_AFTER_MS } from "./copy.ts";

/** A key's way between masked and full. A full key is masked again by itself after half a minute. */
export type Reveal = {
  isShown: boolean;
  isBusy: boolean;
  /** The reason why the key couldn't be shown; null when nothing went wrong. */
  error: unknown;
  /** Gets the full key. Rejects when it can't be had, and `error` then says why. */
  reveal: () => Promise<string>;
  toggle: () => void;
};

/**
 * Shows and masks a key. `onReveal` gets the full key, which may ask the person to sign in again; `secret` is the full key once
 * it is known here.
 */
export function useReveal(secret: string | null, onReveal: () => Promise<string>): Reveal {
  const [isShown, setIsShown] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsShown(false), HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isShown]);

  async function reveal(): Promise<string> {
    setError(null);
    setIsBusy(true);
    try {
      return secret ?? (await onReveal());
    } catch (thrown) {
      // No error for a person who closed the dialog: they know why nothing happens.
      if (thrown !== null) setError(thrown);
      throw thrown;
    } finally {
      setIsBusy(false);
    }
  }

  function toggle(): void {
    if (isShown) return setIsShown(false);
    reveal().then(
      () => setIsShown(true),
      () => {},
    );
  }

  return { isShown, isBusy, error, reveal, toggle };
}
