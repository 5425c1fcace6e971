import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { Link } from "react-router";
import { answerOf, api } from "#web/api/client.ts";
import { refreshSession } from "#web/api/session.ts";
import { destinationAfterSignIn } from "#web/app/destination.ts";
import { useQueryOfAddress } from "#web/app/use-query-of-address.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY } from "./copy.ts";
import { EARLY_FORM, useEarlyButton } from "./early-form.ts";
import { FormError } from "./form-error.tsx";
import { rememberMethod, useLastMethod } from "./last-method.ts";
import { LastUsed } from "./last-used.tsx";
import { OrDivider } from "./or-divider.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { signInWords } from "./sign-in-words.ts";

/** Signs in; the page around the form leads on when somebody is signed in. An empty field gets the focus, and nothing is sent. */
export function SignInForm() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const search = useQueryOfAddress();
  const early = useEarlyButton();
  const lastMethod = useLastMethod();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const values = { email: email.current?.value ?? "", password: password.current?.value ?? "" };
    const empty = [email, password].find(({ current }) => !current?.value.trim());
    if (empty) {
      empty.current?.focus();
      return;
    }
    setIsBusy(true);
    setError(null);
    try {
      await answerOf(api.api.auth["sign-in"].$post({ json: values }));
      rememberMethod("password");
      await refreshSession();
    } catch (thrown) {
      setError(signInWords(thrown));
      setIsBusy(false);
    }
  }

  return (
    <>
      <ProviderButtons
        verb="Continue"
        query={() => {
          return { cont: destinationAfterSignIn(new URLSearchParams(search), location.origin) };
        }}
        isDisabled={isBusy}
        onStart={() => setError(null)}
        onEnd={setError}
      />
      <OrDivider />
      <form onSubmit={(event) => void submit(event)} {...EARLY_FORM} noValidate aria-label="Sign in">
        <fieldset disabled={isBusy} className="grid gap-4">
          <Field label="Email">
            {(control) => (
              <Input {...control} ref={email} type="email" name="email" autoComplete="username" />
            )}
          </Field>
          <Field
            label="Password"
            aside={
              <Link
                to={{ pathname: "/auth/reset-password", search }}
                className="link -my-3 inline-flex items-center touch"
              >
                {COPY.forgotPassword}
              </Link>
            }
          >
            {(control) => (
              <Input
                {...control}
                ref={password}
                type="password"
                name="password"
                autoComplete="current-password"
              />
            )}
          </Field>
          <FormError message={error} />
          <LastUsed isLastUsed={lastMethod === "password"}>
            {(describedBy) => (
              <Button
                {...early}
                type="submit"
                variant="primary"
                isBusy={isBusy}
                aria-describedby={describedBy}
              >
                {isBusy ? COPY.signingIn : "Sign in"}
              </Button>
            )}
          </LastUsed>
        </fieldset>
      </form>
      <p className="text-center text-sm pointer-coarse:-my-3">
        <Link to={{ pathname: "/signup", search }} className="link inline-flex min-h-6 items-center touch">
          {COPY.createAccount}
        </Link>
      </p>
    </>
  );
}
