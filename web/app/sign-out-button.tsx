import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useNavigate } from "react-router";
import { answerOf, api } from "#web/api/client.ts";
import { errorWords } from "#web/api/errors.ts";
import { refreshSession } from "#web/api/session.ts";
import { showToast } from "#web/components/ui/toasts.ts";

/** Leads to the home page and signs out. `onLeave` is called first: what stands over the page is closed while the page is there. */
export function SignOutButton({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: async () => {
      // Left first: a protected page that learns that nobody is here asks to sign in again.
      await navigate("/", { flushSync: true });
      await answerOf(api.api.auth["sign-out"].$post());
      await refreshSession();
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
