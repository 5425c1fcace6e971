import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { answerOf, api } from "#web/api/client.ts";
import { resetSelectedTeam } from "#web/api/selected-team.ts";
import { errorWords } from "#web/api/errors.ts";
import { showToast } from "#web/components/ui/toasts.ts";

/**
 * Signs out and loads the home page anew: nothing of the person stays in memory, and whatever the console does meanwhile
 * without a session, the home page comes last. `onLeave` is called first, to close whatever stands over the page.
 */
export function SignOutButton({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const signOut = useMutation({
    mutationFn: async () => {
      await answerOf(api.api.auth["sign-out"].$post());
      resetSelectedTeam();
      location.assign("/");
    },
    onError: (error) =>
      showToast({ text: errorWords(error, "Signing out failed. Please try again.").message, kind: "danger" }),
  });
  return (
    <button
      type="button"
      disabled={signOut.isPending}
      onClick={() => {
        onLeave?.();
        signOut.mutate();
      }}
      className="inline-flex min-h-8 items-center gap-2 text-sm text-muted touch hover:text-text"
    >
      <LogOut aria-hidden="true" className="size-4" />
      Sign out
    </button>
  );
}
