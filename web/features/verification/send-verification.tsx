import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerOf, api } from "#web/api/client.ts";
import { errorWords } from "#web/api/errors.ts";
import { Button } from "#web/components/ui/button.tsx";
import { emailSentTo, SEND_EMAIL, SEND_FAILED } from "./copy.ts";

/** Time after which another mail may be asked for. */
const COOL_DOWN_MS = 60_000;

type SendVerificationProps = {
  email: string;
  /** Text shown while nothing was sent. */
  text?: string;
  /** The label of the button. */
  children?: string;
};

/** The button that sends the mail with the link, and its outcome. */
export function SendVerification({ email, text, children = SEND_EMAIL }: SendVerificationProps) {
  const send = useMutation({ mutationFn: () => answerOf(api.api.auth["send-verification"].$post()) });
  const { isSuccess, isError, reset } = send;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, COOL_DOWN_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);

  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p role="status" className="min-w-0 wrap-anywhere empty:hidden">
        {isError && errorWords(send.error, SEND_FAILED).message}
        {isSuccess && emailSentTo(email)}
        {!isError && !isSuccess && text}
      </p>
      {!isSuccess && (
        <Button size="sm" isBusy={send.isPending} onClick={() => send.mutate()}>
          {children}
        </Button>
      )}
    </div>
  );
}
