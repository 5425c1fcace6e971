import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { cx } from "../class-names.ts";
import { CONTROL } from "./input.tsx";
import { POPUP } from "./popup.ts";

export type SelectOption<Value extends string> = { value: Value; label: string };

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The name of the control where no visible label names it. */
  label?: string;
  id?: string;
  size?: "md" | "sm";
  disabled?: boolean;
  className?: string;
};

/** A choice of one of a few values. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  label,
  id,
  size = "md",
  disabled,
  className,
}: SelectProps<Value>) {
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
    >
      <Base.Trigger
        id={id}
        aria-label={label}
        className={cx(
          CONTROL,
          "flex items-center justify-between gap-2 text-left hover:not-disabled:bg-hover",
          size === "md" ? "min-h-10 px-3 text-md" : "min-h-8 px-2.5 text-sm",
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup
            className={cx(POPUP, "max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1")}
          >
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-8 cursor-default items-center justify-between gap-4 rounded-xs px-2.5 text-sm outline-none touch data-highlighted:bg-hover"
                >
                  <Base.ItemText>{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" className="size-4 text-accent" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
