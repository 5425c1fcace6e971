import { hasWords } from "#web/lib/has-words.ts";
import type { ApiKey } from "./queries.ts";

/**
 * The key of the panel: the chosen one while it is active, else the first active one, else none (specification, section 4). A
 * rolled key that goes on for a while comes after all others.
 */
export function displayedKey(keys: readonly ApiKey[], chosenId: string | null): ApiKey | null {
  const active = keys.filter(({ isActive }) => isActive);
  return active.find(({ id }) => id === chosenId) ?? active.find(isLasting) ?? active[0] ?? null;
}

/** Whether a key works until it is revoked. A rolled key does not, and the plan does not count it. */
export function isLasting({ isActive, endsAt }: ApiKey): boolean {
  return isActive && endsAt === null;
}

/** Old keys of the same name that go on for a while after this key replaced them. */
export function rolledTwins(keys: readonly ApiKey[], { id, name }: ApiKey): ApiKey[] {
  return keys.filter((key) => key.isActive && key.endsAt !== null && key.id !== id && key.name === name);
}

/** Milliseconds until the next rolled key ends; null when none will. */
export function msUntilNextEnd(keys: readonly ApiKey[], now: Date): number | null {
  const ends = keys.flatMap(({ isActive, endsAt }) => (isActive && endsAt ? [Date.parse(endsAt)] : []));
  return ends.length === 0 ? null : Math.max(0, Math.min(...ends) - now.getTime());
}

/** Keys whose name or ends contain every word. */
export function filterKeys(keys: readonly ApiKey[], wanted: string): ApiKey[] {
  return keys.filter(({ name, maskedKey }) => hasWords(`${name} ${maskedKey}`, wanted));
}
