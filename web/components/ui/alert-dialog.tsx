import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import type { ReactElement, ReactNode, RefObject } from "react";
import { cx } from "../class-names.ts";
import { Button, buttonClass } from "./button.tsx";
import { BACKDROP, DialogActions } from "./dialog.tsx";
import { POPUP } from "./popup.ts";

type AlertDialogProps = {
  title: string;
  description: ReactNode;
  /** The label of the button that acts, one or two words. */
  action: string;
  onConfirm: () => void;
  /** Whether the act is under way; the dialog stays open meanwhile. */
  isBusy?: boolean;
  isDanger?: boolean;
  canConfirm?: boolean;
  trigger?: ReactElement;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Element that gets the focus when the question is closed; by default the one that had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** More to fill in or to read, such as an error or a name to type. */
  children?: ReactNode;
};

/**
 * Asks before an act that cannot be undone. The focus begins on Cancel, and only a button closes the dialog. With `isOpen`
 * given, the caller closes the dialog after the work; else confirming closes it.
 */
export function AlertDialog({
  title,
  description,
  action,
  onConfirm,
  isBusy,
  isDanger = true,
  canConfirm = true,
  trigger,
  isOpen,
  onOpenChange,
  finalFocus,
  children,
}: AlertDialogProps) {
  const confirm = (
    <Button
      variant={isDanger ? "danger" : "primary"}
      isBusy={isBusy}
      disabled={!canConfirm}
      onClick={onConfirm}
    >
      {action}
    </Button>
  );
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          finalFocus={finalFocus}
          className={cx(
            POPUP,
            "fixed inset-x-4 top-[max(16px,16vh)] z-50 mx-auto grid max-w-[440px] gap-4 rounded-lg p-5",
          )}
        >
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          <Base.Description className="text-md text-muted">{description}</Base.Description>
          {children}
          <DialogActions>
            <Base.Close disabled={isBusy} className={buttonClass()}>
              Cancel
            </Base.Close>
            {isOpen === undefined ? <Base.Close render={confirm} /> : confirm}
          </DialogActions>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
