import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useNavigate } from "react-router";
import { answerOf, api } from "#web/api/client.ts";
import { errorWords } from "#web/api/errors.ts";
import { refreshSession } from "#web/api/session.ts";
import { showToast } from "#web/components/ui/toasts.ts";

/** Signs out and leads to the home page; a protected page would ask to sign in again. */
export function SignOutButton() {
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => answerOf(api.api.auth["sign-out"].$post()),
    onSuccess: async () => {
      await navigate("/");
      await refreshSession();
    },
    onError: (error) =>
      showToast({ text: errorWords(error, "Signing out failed. Please try again.").message, kind: "danger" }),
  });
  return (
    <button
      type="button"
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
      className="inline-flex min-h-8 items-center gap-2 text-sm text-muted touch hover:text-text"
    >
      <LogOut aria-hidden="true" className="size-4" />
      Sign out
    </button>
  );
}
