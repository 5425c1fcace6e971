import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { AlertDialog } from "./alert-dialog.tsx";
import { Problem } from "./banner.tsx";
import { Button } from "./button.tsx";

type ErrorWords = { message: string; requestId?: string | null };

type ConfirmButtonProps = {
  /** The act and its object, `Remove handbook`: the name of the button and of the question. */
  title: string;
  description: ReactNode;
  /** The label of the question's button, one or two words. */
  action: string;
  onConfirm: () => Promise<unknown>;
  /** Called when the question is closed, to read again what is shown. */
  onDone: () => Promise<unknown>;
  /** The words for a failure. */
  failed: (error: unknown) => ErrorWords;
  /** The content of the button. */
  children: ReactNode;
};

/**
 * A button for an act that cannot be undone, which asks first. The question is drawn when first asked for: in a long list each
 * row has one. The focus comes back to the button, or to the list where the button is gone.
 */
export function ConfirmButton({
  title,
  description,
  action,
  onConfirm,
  onDone,
  failed,
  children,
}: ConfirmButtonProps) {
  const [question, setQuestion] = useState<"none" | "open" | "closed">("none");
  const button = useRef<HTMLButtonElement>(null);
  const after = useRef<HTMLElement>(null);
  const confirm = useMutation({
    mutationFn: onConfirm,
    onSuccess: async () => {
      const main = document.querySelector("main");
      // The button may be gone with its row: then the list around it gets the focus.
      after.current = button.current?.closest<HTMLElement>("[role=region]") ?? main;
      setQuestion("closed");
      await onDone();
      // The list may be gone too; then `main` gets the focus.
      if (document.activeElement === document.body) main?.focus();
    },
  });
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="danger"
        aria-label={title}
        aria-haspopup="dialog"
        onClick={() => {
          confirm.reset();
          after.current = button.current;
          setQuestion("open");
        }}
      >
        {children}
      </Button>
      {question !== "none" && (
        <AlertDialog
          title={title}
          description={description}
          action={action}
          isOpen={question === "open"}
          onOpenChange={(isOpen) => setQuestion(isOpen ? "open" : "closed")}
          isBusy={confirm.isPending}
          onConfirm={() => confirm.mutate()}
          finalFocus={after}
        >
          {confirm.error && <Problem {...failed(confirm.error)} />}
        </AlertDialog>
      )}
    </>
  );
}
