import { useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";

export type Tab = { id: string; name: string; content: ReactNode };

/** Tabs as the ARIA practices describe them: one tab stop, arrows, Home and End move and select. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const [selected, setSelected] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const prefix = useId();

  function onKeyDown(event: KeyboardEvent) {
    const target = nextTab(event.key, selected, tabs.length);
    if (target === null) return;
    event.preventDefault();
    setSelected(target);
    buttons.current[target]?.focus();
  }

  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${prefix}${tab.id}`}
            aria-selected={index === selected}
            aria-controls={`${prefix}${tab.id}-panel`}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${prefix}${tab.id}-panel`}
          aria-labelledby={`${prefix}${tab.id}`}
          hidden={index !== selected}
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}

/** Null when the key does not move between tabs. */
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
