import { useMutation } from "@tanstack/react-query";
import { Button } from "./button.tsx";
import { showToast } from "./toasts.ts";

const FAILURE_SHOWN_MS = 5_000;

type ActionButtonProps = {
  /** The act and its object: `Refresh handbook`. */
  label: string;
  onAct: () => Promise<unknown>;
  /** Called when the act is over, well or not, to read again what is shown. */
  onSettled: () => Promise<unknown>;
  /** The words for a failure. */
  failed: (error: unknown) => { message: string };
  disabled?: boolean;
  children: string;
};

/** A button that acts at once on something that can be done again; a failure is said in a toast that goes away. */
export function ActionButton({ label, onAct, onSettled, failed, disabled, children }: ActionButtonProps) {
  const act = useMutation({
    mutationFn: onAct,
    onSettled,
    onError: (error) =>
      showToast({
        text: failed(error).message,
        kind: "danger",
        durationMs: FAILURE_SHOWN_MS,
      }),
  });
  return (
    <Button
      size="sm"
      disabled={disabled}
      isBusy={act.isPending}
      onClick={() => act.mutate()}
      aria-label={label}
    >
      {children}
    </Button>
  );
}
