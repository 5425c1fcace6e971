import { useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import { Link } from "react-router";
import { PLANS } from "#schema/plans.ts";
import { MIN_PASSWORD_LENGTH } from "#schema/values.ts";
import { answerOf, api } from "#web/api/client.ts";
import { refreshSession, useSession } from "#web/api/session.ts";
import { chosenPlan, destinationAfterSignIn } from "#web/app/destination.ts";
import { useQueryOfAddress } from "#web/app/use-query-of-address.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY } from "./copy.ts";
import { EARLY_FORM, useEarlyButton } from "./early-form.ts";
import { FormError } from "./form-error.tsx";
import { rememberMethod } from "./last-method.ts";
import { OrDivider } from "./or-divider.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { signInWords } from "./sign-in-words.ts";

type Typed = { email: string; password: string; confirmation: string };

/**
 * Makes an account; the page around the form leads on when somebody is signed in. The typed text stays after a failure. The
 * fields are the document's own, so that text typed before the scripts have come stays too.
 */
export function SignUpForm() {
  const form = useRef<HTMLFormElement>(null);
  const [isConsentTouched, setIsConsentTouched] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const search = useQueryOfAddress();
  const early = useEarlyButton();
  const wantsOwnConsent = useSession().data?.wantsOwnConsent ?? false;
  const params = new URLSearchParams(search);

  // The country is known in the browser only: the page is rendered ahead of time, for every country.
  useEffect(() => {
    if (wantsOwnConsent && !isConsentTouched) consentBox(form.current!).checked = false;
  }, [wantsOwnConsent, isConsentTouched]);

  function consentNow() {
    const { checked } = consentBox(form.current!);
    return { marketingConsent: checked, isConsentDefaulted: checked && !isConsentTouched };
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const values = typedInto(form.current!);
    const consent = consentNow();
    const problem = problemWith(values);
    setError(problem);
    if (problem !== null) return;
    setIsBusy(true);
    try {
      const { email, password } = values;
      await answerOf(api.api.auth["sign-up"].$post({ json: { email, password, ...consent } }));
      rememberMethod("password");
      await refreshSession();
    } catch (thrown) {
      setError(signInWords(thrown, COPY.signUpFailed));
      setIsBusy(false);
    }
  }

  return (
    <>
      <PlanNotice plan={chosenPlan(params) ?? "Free"} />
      <ProviderButtons
        verb="Sign up"
        query={() => {
          const { marketingConsent, isConsentDefaulted } = consentNow();
          return {
            cont: destinationAfterSignIn(params, location.origin),
            marketingConsent: String(marketingConsent),
            isConsentDefaulted: String(isConsentDefaulted),
          };
        }}
        isDisabled={isBusy}
        onStart={() => setError(null)}
        onEnd={setError}
      />
      <OrDivider />
      <form
        ref={form}
        onSubmit={(event) => void submit(event)}
        {...EARLY_FORM}
        noValidate
        aria-label="Sign up"
      >
        <fieldset disabled={isBusy} className="grid gap-4">
          <Field label="Email" hint={`Your ${PLANS.Free.initialCredits} credits arrive when you verify it.`}>
            {(control) => <Input {...control} name="email" type="email" autoComplete="username" />}
          </Field>
          <Field label="Password" hint="At least 6 characters; 8 or more is stronger.">
            {(control) => <Input {...control} name="password" type="password" autoComplete="new-password" />}
          </Field>
          <Field label="Confirm password">
            {(control) => (
              <Input {...control} name="confirmation" type="password" autoComplete="new-password" />
            )}
          </Field>
          <Checkbox
            label={COPY.consent}
            name="consent"
            defaultChecked
            onChange={() => setIsConsentTouched(true)}
          />
          <FormError message={error} />
          <Button {...early} type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Creating your account..." : "Create account"}
          </Button>
        </fieldset>
      </form>
      <p className="text-center text-sm pointer-coarse:-my-3 text-muted">
        Already have an account?{" "}
        <Link to={{ pathname: "/signin", search }} className="link inline-flex min-h-6 items-center touch">
          Sign in
        </Link>
      </p>
    </>
  );
}

/** The plan that is chosen. One line for each plan: the choice becomes known only after the page is shown. */
function PlanNotice({ plan }: { plan: "Free" | "Basic" | "Pro" }) {
  return (
    <p className="flex justify-between gap-4 rounded-sm bg-accent-soft px-3 py-2 text-md text-accent forced-colors:border">
      <strong className="font-semibold">{plan} Plan</strong>
      <span>
        {plan === "Free" ? `${PLANS.Free.initialCredits} credits` : `$${PLANS[plan].priceCents / 100}/month`}
      </span>
    </p>
  );
}

/** The box for consent, found whether the fields are disabled or not. */
function consentBox({ elements }: HTMLFormElement): HTMLInputElement {
  return elements.namedItem("consent") as HTMLInputElement;
}

function typedInto({ elements }: HTMLFormElement): Typed {
  const value = (name: keyof Typed) => (elements.namedItem(name) as HTMLInputElement).value;
  return { email: value("email"), password: value("password"), confirmation: value("confirmation") };
}

/** The first problem of the fields, in the order of the specification, section 5; problems that only the server can know are not here. */
export function problemWith({ email, password, confirmation }: Typed): string | null {
  if (!email.trim() || !password || !confirmation) return COPY.fillInAllFields;
  if (password !== confirmation) return COPY.passwordsDoNotMatch;
  if (password.length < MIN_PASSWORD_LENGTH) return COPY.passwordTooShort;
  return null;
}
