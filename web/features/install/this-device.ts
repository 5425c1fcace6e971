import { useSyncExternalStore } from "react";
import { findClient } from "./clients.ts";
import type { Os } from "./install.ts";

const LAST_CLIENT = "lastClient";

/** The system of this device; a Mac's until that is known. */
export function useThisOs(): Os {
  return useSyncExternalStore(
    never,
    () => osOf(navigator.userAgent),
    () => "mac",
  );
}

/** The client last looked at on this device; null until that is known, and when there is none. */
export function useLastClient(): string | null {
  return useSyncExternalStore(never, readLastClient, () => null);
}

export function rememberClient(id: string): void {
  try {
    localStorage.setItem(LAST_CLIENT, id);
  } catch {
    // A browser that stores nothing begins with the first client every time.
  }
}

export function osOf(userAgent: string): Os {
  if (/Windows/.test(userAgent)) return "windows";
  return /Linux|Android|CrOS/.test(userAgent) ? "linux" : "mac";
}

function readLastClient(): string | null {
  try {
    const id = localStorage.getItem(LAST_CLIENT);
    return id !== null && findClient(id) ? id : null;
  } catch {
    return null;
  }
}

function never(): () => void {
  return () => {};
}
