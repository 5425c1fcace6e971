import { useMutation } from "@tanstack/react-query";
import { Button } from "./button.tsx";
import { showToast } from "./toasts.ts";

const FAILURE_SHOWN_MS = 5_000;

type ActionButtonProps = {
  /** What is done to what: `Refresh handbook`. */
  label: string;
  onAct: () => Promise<unknown>;
  /** Done when it is over, well or not: what is shown is read again. */
  onSettled: () => Promise<unknown>;
  /** Words for a failure. */
  failed: (error: unknown) => { message: string };
  disabled?: boolean;
  children: string;
};

/** Does something at once that can be done again; what went wrong is said and goes away. */
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
