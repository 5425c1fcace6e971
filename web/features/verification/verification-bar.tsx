import { useMutation } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { answerOf, api } from "#web/api/client.ts";
import { errorWords } from "#web/api/errors.ts";
import { Button } from "#web/components/ui/button.tsx";
import { emailSentTo, SEND_EMAIL, SEND_FAILED, VERIFY_TO_CREATE_KEYS } from "./copy.ts";

/** After this time another mail may be asked for. */
const COOL_DOWN_MS = 60_000;

/** Asks to verify the address, until it is dismissed or the address is verified; then nobody draws it any more. */
export function VerificationBar({ email }: { email: string }) {
  const [isDismissed, setIsDismissed] = useState(false);
  const send = useMutation({ mutationFn: () => answerOf(api.api.auth["send-verification"].$post()) });
  const { isSuccess, reset } = send;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, COOL_DOWN_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);

  if (isDismissed) return null;
  return (
    <div className="flex items-start gap-3 border-b border-border bg-info-soft px-4 py-2 text-sm text-info sm:px-6 md:px-8">
      <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 wrap-anywhere">
          {send.isError && errorWords(send.error, SEND_FAILED).message}
          {isSuccess && emailSentTo(email)}
          {!send.isError && !isSuccess && VERIFY_TO_CREATE_KEYS}
        </p>
        {!isSuccess && (
          <Button size="sm" isBusy={send.isPending} onClick={() => send.mutate()}>
            {SEND_EMAIL}
          </Button>
        )}
      </div>
      <Button
        size="icon"
        variant="ghost"
        aria-label="Dismiss"
        className="text-info"
        onClick={() => setIsDismissed(true)}
      >
        <X aria-hidden="true" className="size-4" />
      </Button>
    </div>
  );
}
