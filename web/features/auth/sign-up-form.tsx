import { useState } from "react";
import type { FormEvent } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { PLANS } from "#schema/plans.ts";
import { MIN_PASSWORD_LENGTH } from "#schema/values.ts";
import { answerOf, api } from "#web/api/client.ts";
import { refreshSession } from "#web/api/session.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY } from "./copy.ts";
import { FormError } from "./form-error.tsx";
import { OrDivider } from "./or-divider.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { signInWords } from "./sign-in-words.ts";

const NOTHING = { email: "", password: "", confirmation: "" };

/** Makes an account; the page around it leads on when somebody is signed in. What was typed stays when it fails. */
export function SignUpForm() {
  const [values, setValues] = useState(NOTHING);
  const [hasConsent, setHasConsent] = useState(true);
  const [isConsentDefaulted, setIsConsentDefaulted] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { search } = useLocation();
  const [params] = useSearchParams();
  const cont = params.get("cont");
  const consent = { marketingConsent: hasConsent, isConsentDefaulted };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemWith(values);
    setError(problem);
    if (problem !== null) return;
    setIsBusy(true);
    try {
      const { email, password } = values;
      await answerOf(api.api.auth["sign-up"].$post({ json: { email, password, ...consent } }));
      await refreshSession();
    } catch (thrown) {
      setError(signInWords(thrown, COPY.signUpFailed));
      setIsBusy(false);
    }
  }

  const input = (name: keyof typeof NOTHING) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setValues({ ...values, [name]: target.value }),
  });

  return (
    <>
      {params.get("tier") === "basic" && (
        <Banner>
          You are signing up for the <strong>Basic Plan</strong> at ${PLANS.Basic.priceCents / 100}/month.
        </Banner>
      )}
      <ProviderButtons
        verb="Sign up"
        query={{
          ...(cont !== null && { cont }),
          marketingConsent: String(hasConsent),
          isConsentDefaulted: String(isConsentDefaulted),
        }}
        isDisabled={isBusy}
        onStart={() => setError(null)}
        onEnd={setError}
      />
      <OrDivider />
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="Sign up">
        <fieldset disabled={isBusy} className="grid gap-4">
          <Field label="Email">
            {(control) => <Input {...control} {...input("email")} type="email" autoComplete="username" />}
          </Field>
          <Field label="Password" hint="At least 6 characters; 8 or more is stronger.">
            {(control) => (
              <Input {...control} {...input("password")} type="password" autoComplete="new-password" />
            )}
          </Field>
          <Field label="Confirm password">
            {(control) => (
              <Input {...control} {...input("confirmation")} type="password" autoComplete="new-password" />
            )}
          </Field>
          <Checkbox
            label={COPY.consent}
            checked={hasConsent}
            onChange={({ target }) => {
              setHasConsent(target.checked);
              setIsConsentDefaulted(false);
            }}
          />
          <FormError message={error} />
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Creating your account..." : "Create account"}
          </Button>
        </fieldset>
      </form>
      <p className="text-center text-sm text-muted">
        Already have an account? <Link to={{ pathname: "/signin", search }}>Sign in</Link>
      </p>
    </>
  );
}

/** Specification, section 5, in its order; what the server alone can know is not here. */
export function problemWith({ email, password, confirmation }: typeof NOTHING): string | null {
  if (!email.trim() || !password || !confirmation) return COPY.fillInAllFields;
  if (password !== confirmation) return COPY.passwordsDoNotMatch;
  if (password.length < MIN_PASSWORD_LENGTH) return COPY.passwordTooShort;
  return null;
}
