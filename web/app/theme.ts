import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The script in index.html reads the same name before the first paint. */
const STORED_AS = "theme";

const listeners = new Set<() => void>();

/** The theme that the person chose; "system" follows the device. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => "system");
}

export function setTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, theme);
  document.documentElement.dataset.theme = theme === "system" ? "" : theme;
  for (const tell of listeners) tell();
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
