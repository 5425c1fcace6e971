import { useEffect, useSyncExternalStore } from "react";

/** An entry that the palette offers by name, and that may have keys of its own. */
export type Command = {
  id: string;
  name: string;
  /** Group of the command. `Site` is the pages outside of the console. Only pages and actions are offered before anything is typed. */
  group: "Pages" | "Actions" | "Keys" | "Resources" | "Site";
  /** Other words that find the command. */
  keywords?: string;
  /** Letters to press one after the other, such as `g k`. */
  keys?: string;
  run: () => void;
};

const sources = new Set<readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

/** Offers commands for as long as the component is there. Pass the same array while nothing changes. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    sources.add(commands);
    changed();
    return () => {
      sources.delete(commands);
      changed();
    };
  }, [commands]);
}

/** All commands that are offered now. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(
    subscribe,
    () => all,
    () => all,
  );
}

export function findCommandByKeys(keys: string): Command | null {
  return all.find((command) => command.keys === keys) ?? null;
}

/** Whether pressing more letters may still lead to a command. */
export function isBeginningOfKeys(keys: string): boolean {
  return all.some((command) => command.keys?.startsWith(`${keys} `));
}

function changed(): void {
  all = [...sources].flat();
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
