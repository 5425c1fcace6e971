import { ChevronDown, ChevronRight } from "lucide-react";
import { useCallback, useState } from "react";

/** The rows of a table that are open, by id. */
export function useOpenRows(): { opened: ReadonlySet<string>; toggle: (id: string) => void } {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return { opened, toggle };
}

type RowOpenerProps = {
  /** The name of the content that opens: `Error of handbook`. */
  label: string;
  isOpen: boolean;
  onToggle: () => void;
};

/** The arrow before a row of a table that has more to show. */
export function RowOpener({ label, isOpen, onToggle }: RowOpenerProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={label}
      onClick={onToggle}
      className="inline-flex size-7 items-center justify-center rounded-xs hover:bg-hover touch"
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
