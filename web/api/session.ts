import { useEffect, useSyncExternalStore } from "react";
import type { SessionAnswer } from "#schema/api/session.ts";
import { isRecord } from "./errors.ts";
import { reach, readJson, unreadable } from "./reach.ts";

/** The known session. `data` stays while the server is asked again. */
export type SessionState = {
  data: SessionAnswer | undefined;
  /** The reason why the session is not known, when the last request failed. */
  error: unknown;
  isFetching: boolean;
};

/** Age at which a session is asked for again when the person comes back to the page: they may have signed in or out elsewhere. */
const STALE_MS = 30_000;
const UNKNOWN: SessionState = { data: undefined, error: null, isFetching: false };

let state = UNKNOWN;
let askedAt = Number.NEGATIVE_INFINITY;
let pending: Promise<SessionAnswer> | null = null;
const listeners = new Set<() => void>();
const forgetters = new Set<() => void>();

/**
 * The person who is signed in, and the features that are on. A store of its own and no query: every public page asks for the
 * session, and the cache for queries would be a tenth of what such a page loads.
 */
export function useSession(): SessionState {
  useEffect(() => {
    if (performance.now() - askedAt > STALE_MS) void ask().catch(() => {});
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => UNKNOWN,
  );
}

/**
 * Asks again who is here: after signing in, after signing out, after the address was verified. When another person is here,
 * everything that was read as the person before is forgotten.
 */
export async function refreshSession(): Promise<SessionAnswer> {
  // An answer on its way may be from before the change, so a new request follows.
  await pending?.catch(() => {});
  return ask();
}

/** Calls `forget` when another person is here, or nobody. Returns a function that ends the calls. */
export function onOtherPerson(forget: () => void): () => void {
  forgetters.add(forget);
  return () => forgetters.delete(forget);
}

function ask(): Promise<SessionAnswer> {
  pending ??= load().finally(() => {
    pending = null;
  });
  return pending;
}

async function load(): Promise<SessionAnswer> {
  askedAt = performance.now();
  set({ ...state, isFetching: true });
  try {
    const response = await reach("/api/session");
    const data = await readJson(response);
    if (!isSession(data)) throw unreadable(response);
    if (state.data && state.data.user?.uid !== data.user?.uid) for (const forget of forgetters) forget();
    set({ data, error: null, isFetching: false });
    return data;
  } catch (error) {
    set({ ...state, error, isFetching: false });
    throw error;
  }
}

/** Few checks, but enough to tell our answer from somebody else's; the schema itself would be 5 KiB on every public page. */
function isSession(body: unknown): body is SessionAnswer {
  return (
    isRecord(body) &&
    isRecord(body.flags) &&
    (body.user === null || (isRecord(body.user) && typeof body.user.uid === "string"))
  );
}

function set(next: SessionState): void {
  state = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  if (listeners.size === 1) watchPage();
  return () => {
    listeners.delete(tell);
    if (listeners.size === 0) unwatchPage();
  };
}

function watchPage(): void {
  document.addEventListener("visibilitychange", askWhenStale);
  window.addEventListener("online", askWhenStale);
}

function unwatchPage(): void {
  document.removeEventListener("visibilitychange", askWhenStale);
  window.removeEventListener("online", askWhenStale);
}

function askWhenStale(): void {
  const isDue = state.error !== null || performance.now() - askedAt > STALE_MS;
  if (document.visibilityState === "visible" && isDue) void ask().catch(() => {});
}
