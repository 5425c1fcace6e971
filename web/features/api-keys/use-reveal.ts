import { useEffect, useState } from "react";
import { HIDE_AFTER_MS } from "./copy.ts";

/** A key's way between masked and full. It is masked again by itself after half a minute. */
export type Reveal = {
  isShown: boolean;
  isBusy: boolean;
  /** Why the key couldn't be shown; null when nothing went wrong. */
  error: unknown;
  /** The key itself. Rejects when it can't be had, which `error` then says. */
  reveal: () => Promise<string>;
  toggle: () => void;
};

/** `onReveal` gets the key itself, which may ask the person to sign in again; `secret` is the key once it is known here. */
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
      // A person who closes the dialog knows why nothing happens.
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
