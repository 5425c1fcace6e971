import { useEffect } from "react";
import { useBlocker } from "react-router";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";

/** Asks before a page with changes is left: within the app in a dialog of ours, else in the browser's own words. */
export function LeaveGuard({ isOn }: { isOn: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOn]);
  return (
    <AlertDialog
      title="Leave without saving?"
      description="Your changes to the seats aren't saved."
      action="Leave"
      isOpen={blocker.state === "blocked"}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
