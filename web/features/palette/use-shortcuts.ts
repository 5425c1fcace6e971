import { useEffect } from "react";
import { findCommandByKeys, isBeginningOfKeys } from "./commands.ts";

/** Time for which the first letter of two is remembered. */
const CHORD_MS = 1_000;
const STORED_AS = "shortcuts";
const PALETTE_WANTED = "palette-wanted";

/** Opens the palette for a person who has no keyboard or does not know its shortcut. */
export function wantPalette(): void {
  window.dispatchEvent(new Event(PALETTE_WANTED));
}

/** Whether shortcuts of single letters are on: people who speak to their computer may switch them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(STORED_AS) !== "off";
}

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED_AS);
  else localStorage.setItem(STORED_AS, "off");
}

/** Listens for ⌘K or Ctrl K, for `?`, and for the letters of commands. Letters are left alone where text is typed. */
export function useShortcuts({
  openPalette,
  openHelp,
}: {
  openPalette: () => void;
  openHelp: () => void;
}): void {
  useEffect(() => {
    let pressed = "";
    let lastAt = 0;

    function onKeyDown(event: KeyboardEvent) {
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat) return;
      if (!areShortcutsOn() || isTyping(event.target)) return;
      if (event.key === "?") {
        openHelp();
        return;
      }
      if (event.timeStamp - lastAt > CHORD_MS) pressed = "";
      lastAt = event.timeStamp;
      pressed = pressed ? `${pressed} ${event.key}` : event.key;
      const command = findCommandByKeys(pressed);
      if (command) {
        event.preventDefault();
        command.run();
      }
      if (command || !isBeginningOfKeys(pressed)) pressed = "";
    }

    window.addEventListener("keydown", onKeyDown);
    window.addEventListener(PALETTE_WANTED, openPalette);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener(PALETTE_WANTED, openPalette);
    };
  }, [openPalette, openHelp]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        "input, textarea, select, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]",
      ) !== null)
  );
}
