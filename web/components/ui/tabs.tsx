import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export type Tab = { id: string; name: ReactNode; content: ReactNode };

type TabsProps = {
  tabs: readonly Tab[];
  label: string;
  /** With `onChange`, the one that is open; else the first is at the start. */
  selected?: string;
  onChange?: (id: string) => void;
};

/** One of several panels at a time. All of them are in the page, so that they are found without scripts too. */
export function Tabs({ tabs, label, selected, onChange }: TabsProps) {
  return (
    <Base.Root
      {...(selected === undefined ? { defaultValue: tabs[0]?.id } : { value: selected })}
      onValueChange={(id) => onChange?.(String(id))}
    >
      <Base.List
        activateOnFocus
        aria-label={label}
        className="mb-4 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-border"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-10 shrink-0 border-b-2 border-transparent px-3 text-md font-medium whitespace-nowrap text-muted touch hover:text-text focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-text"
          >
            {tab.name}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} keepMounted tabIndex={-1}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
