import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";

export type Tab = { id: string; name: ReactNode; content: ReactNode };

type TabsProps = {
  tabs: readonly Tab[];
  label: string;
  /** The id of the open tab with `onChange`; else of the tab that is open at first. */
  selected?: string;
  onChange?: (id: string) => void;
};

/**
 * Panels of which one is shown at a time, as the ARIA practices describe tabs: one tab stop, arrows, Home and End move and
 * select. Written here and not taken from Base UI, whose tabs would be 5 KiB on every public page. All panels are in the page:
 * a search in the page finds them, and without scripts they are shown one below the other.
 */
export function Tabs({ tabs, label, selected, onChange }: TabsProps) {
  const [chosen, setChosen] = useState(tabs[0]?.id);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const prefix = useId();
  const openId = tabs.some((tab) => tab.id === selected) ? selected : chosen;

  function select(id: string) {
    setChosen(id);
    onChange?.(id);
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = nextTab(
      event.key,
      Math.max(
        0,
        tabs.findIndex((tab) => tab.id === openId),
      ),
      tabs.length,
    );
    const tab = target === null ? undefined : tabs[target];
    if (!tab) return;
    event.preventDefault();
    select(tab.id);
    buttons.current.get(tab.id)?.focus();
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="mb-4 flex overflow-x-auto overflow-y-hidden border-b border-border"
      >
        {tabs.map(({ id, name }, index) => (
          <button
            key={id}
            ref={(button) => {
              if (button) buttons.current.set(id, button);
            }}
            type="button"
            role="tab"
            id={`${prefix}${index}`}
            aria-selected={id === openId}
            aria-controls={`${prefix}${index}-panel`}
            tabIndex={id === openId ? 0 : -1}
            onClick={() => select(id)}
            className="min-h-10 shrink-0 border-b-2 border-transparent px-1.75 text-md font-medium whitespace-nowrap text-muted touch hover:text-text focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-text"
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }, index) => (
        <div
          key={id}
          role="tabpanel"
          id={`${prefix}${index}-panel`}
          aria-labelledby={`${prefix}${index}`}
          hidden={id !== openId}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** The index of the next tab; null when the key does not move between tabs. */
function nextTab(key: string, current: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (current + 1) % count;
    case "ArrowLeft":
      return (current - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
