import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { Link } from "react-router";
import { answerOf, api } from "#web/api/client.ts";
import { useQueryOfAddress } from "#web/app/use-query-of-address.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY, RESEND_AFTER_S } from "./copy.ts";
import { EARLY_FORM, useEarlyButton } from "./early-form.ts";
import { FormError } from "./form-error.tsx";
import { signInWords } from "./sign-in-words.ts";
import { useCountdown } from "./use-countdown.ts";

/** Asks for a reset mail, then says to look for it. Nobody is told whether the address has an account. */
export function RequestReset() {
  const input = useRef<HTMLInputElement>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { secondsLeft, start } = useCountdown();
  const search = useQueryOfAddress();
  const early = useEarlyButton();

  async function send(email: string) {
    setIsBusy(true);
    setError(null);
    try {
      const answer = await answerOf(api.api.auth["request-password-reset"].$post({ json: { email } }));
      setSentTo(answer.email);
      start(RESEND_AFTER_S);
    } catch (thrown) {
      setError(signInWords(thrown, COPY.resetMailFailed));
    }
    setIsBusy(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void send(input.current?.value ?? "");
  }

  const back = (
    <p className="text-center text-sm pointer-coarse:-my-3">
      <Link to={{ pathname: "/login", search }} className="link inline-flex min-h-6 items-center touch">
        Back to sign in
      </Link>
    </p>
  );
  if (sentTo !== null)
    return (
      <>
        <h1 className="text-xl">{COPY.checkYourEmail}</h1>
        <p className="text-md text-muted">
          If <strong className="text-text">{sentTo}</strong> has an account, a link for a new password is on
          its way. It works once, for 30 minutes.
        </p>
        <FormError message={error} />
        <Button onClick={() => void send(sentTo)} isBusy={isBusy} disabled={secondsLeft > 0}>
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : "Send again"}
        </Button>
        {back}
      </>
    );
  return (
    <>
      <h1 className="text-xl">Reset your password</h1>
      <form onSubmit={submit} {...EARLY_FORM} noValidate aria-label="Reset your password">
        <fieldset disabled={isBusy} className="grid gap-4">
          <Field label="Email" hint="We send you a link to choose a new password.">
            {(control) => (
              <Input {...control} ref={input} type="email" name="email" autoComplete="username" />
            )}
          </Field>
          <FormError message={error} />
          <Button {...early} type="submit" variant="primary" isBusy={isBusy}>
            Send reset link
          </Button>
        </fieldset>
      </form>
      {back}
    </>
  );
}
