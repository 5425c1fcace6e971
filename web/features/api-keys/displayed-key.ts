import { hasWords } from "#web/lib/has-words.ts";
import type { ApiKey } from "./queries.ts";

/** The key of the panel: the chosen one while it is active, else the first active one, else none (specification, section 4). */
export function displayedKey(keys: readonly ApiKey[], chosenId: string | null): ApiKey | null {
  const active = keys.filter(({ isActive }) => isActive);
  return active.find(({ id }) => id === chosenId) ?? active[0] ?? null;
}

/** Active keys of the same name that are older: those that a new one was to replace. */
export function olderTwins(keys: readonly ApiKey[], { id, name, createdAt }: ApiKey): ApiKey[] {
  return keys.filter(
    (key) => key.isActive && key.id !== id && key.name === name && key.createdAt <= createdAt,
  );
}

/** Keys whose name or ends contain every word. */
export function filterKeys(keys: readonly ApiKey[], wanted: string): ApiKey[] {
  return keys.filter(({ name, maskedKey }) => hasWords(`${name} ${maskedKey}`, wanted));
}
