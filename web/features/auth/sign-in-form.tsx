import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { answerOf, api } from "#web/api/client.ts";
import { refreshSession } from "#web/api/session.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY } from "./copy.ts";
import { FormError } from "./form-error.tsx";
import { OrDivider } from "./or-divider.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { signInWords } from "./sign-in-words.ts";

/** Signs in; the page around it leads on when somebody is signed in. An empty field gets the focus, and nothing is sent. */
export function SignInForm() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { search } = useLocation();
  const [params] = useSearchParams();
  const cont = params.get("cont");

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
        query={cont === null ? {} : { cont }}
        isDisabled={isBusy}
        onStart={() => setError(null)}
        onEnd={setError}
      />
      <OrDivider />
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
        <fieldset disabled={isBusy} className="grid gap-4">
          <Field label="Email">
            {(control) => (
              <Input {...control} ref={email} type="email" name="email" autoComplete="username" />
            )}
          </Field>
          <Field
            label="Password"
            aside={<Link to={{ pathname: "/auth/reset-password", search }}>{COPY.forgotPassword}</Link>}
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
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? COPY.signingIn : "Sign in"}
          </Button>
        </fieldset>
      </form>
      <p className="text-center text-sm">
        <Link to={{ pathname: "/signup", search }}>{COPY.createAccount}</Link>
      </p>
    </>
  );
}
