import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cx } from "../class-names.ts";
import { POPUP } from "./popup.ts";

const ITEM =
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-xs px-2.5 text-sm outline-none touch select-none data-disabled:opacity-55 data-highlighted:bg-hover no-underline text-text";

type MenuProps = {
  /** The element that opens the menu, such as a Button. */
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "right";
  children: ReactNode;
};

/** Actions behind a button. */
export function Menu({ trigger, align = "end", side = "bottom", children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className={cx(POPUP, "max-h-(--available-height) min-w-44 overflow-y-auto p-1")}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type MenuItemProps = {
  icon?: ReactNode;
  isDanger?: boolean;
  disabled?: boolean;
  onClick?: () => void;
  /** A link that becomes the item. */
  render?: ReactElement;
  children: ReactNode;
};

export function MenuItem({ icon, isDanger, children, ...rest }: MenuItemProps) {
  return (
    <Base.Item {...rest} className={cx(ITEM, isDanger && "text-danger")}>
      {icon}
      {children}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-border" />;
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A choice of one of a few values, inside a menu. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={cx(ITEM, "justify-between")}>
          {option.label}
          <Base.RadioItemIndicator>
            <Check aria-hidden="true" className="size-4 text-accent" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
