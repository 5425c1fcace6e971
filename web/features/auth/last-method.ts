import { useSyncExternalStore } from "react";
import type { Provider } from "./provider-popup.ts";

export type SignInMethod = Provider | "password";

const STORED_AS = "lastSignInMethod";
const METHODS: readonly string[] = ["github", "google", "password"] satisfies SignInMethod[];

/** The method of the last sign-in in this browser, or null: people forget which of the ways they took. */
export function useLastMethod(): SignInMethod | null {
  return useSyncExternalStore(never, lastMethod, () => null);
}

export function rememberMethod(method: SignInMethod): void {
  try {
    localStorage.setItem(STORED_AS, method);
  } catch {
    // A browser that stores nothing marks no button.
  }
}

function lastMethod(): SignInMethod | null {
  try {
    const stored = localStorage.getItem(STORED_AS) ?? "";
    return METHODS.includes(stored) ? (stored as SignInMethod) : null;
  } catch {
    return null;
  }
}

/** Subscribes to nothing: a sign-in leaves the page that shows the method. */
function never(): () => void {
  return () => {};
}
