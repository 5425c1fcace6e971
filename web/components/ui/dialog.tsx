import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cx } from "../class-names.ts";
import { Button, buttonClass } from "./button.tsx";
import { POPUP } from "./popup.ts";

export const BACKDROP =
  "fixed inset-0 z-40 bg-[rgb(18_19_17/0.45)] transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0";

type DialogProps = {
  title: string;
  description?: ReactNode;
  /** The element that opens the dialog; without one, `isOpen` decides. */
  trigger?: ReactElement;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** A drawer stands at the right edge over the whole height. */
  shape?: "card" | "wide" | "drawer";
  children: ReactNode;
};

/** A dialog with something to do or to read before going on with the page. Escape and a click outside close it. */
export function Dialog({
  title,
  description,
  trigger,
  isOpen,
  onOpenChange,
  shape = "card",
  children,
}: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={cx(
            POPUP,
            "fixed z-50 flex flex-col gap-4 overflow-y-auto overscroll-contain p-5",
            shape === "drawer"
              ? "inset-y-0 right-0 w-[min(100vw,520px)] rounded-none"
              : "inset-x-4 top-[max(16px,12vh)] mx-auto max-h-[80dvh] rounded-lg",
            shape === "card" && "max-w-[480px]",
            shape === "wide" && "max-w-[720px]",
          )}
        >
          <Base.Title className="pr-8 text-lg font-semibold">{title}</Base.Title>
          {description && (
            <Base.Description className="-mt-2 text-md text-muted">{description}</Base.Description>
          )}
          {children}
          {/* The close button is last, so that the focus begins on the dialog's subject. */}
          <Base.Close
            aria-label="Close"
            className={cx(buttonClass({ variant: "ghost", size: "icon" }), "absolute top-3.5 right-3")}
          >
            <X aria-hidden="true" className="size-4" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2">{children}</div>;
}

type FormActionsProps = {
  /** The label of the submit button, in one word. */
  action: string;
  onCancel: () => void;
  isBusy: boolean;
  disabled?: boolean;
};

/** The buttons at the end of a form in a dialog. While the form is sent there is no way back. */
export function FormActions({ action, onCancel, isBusy, disabled }: FormActionsProps) {
  return (
    <DialogActions>
      <Button onClick={onCancel} disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" disabled={disabled} isBusy={isBusy}>
        {action}
      </Button>
    </DialogActions>
  );
}
