import { useEffect, useState } from "react";
import type { FormEvent } from "react";
import { Link, useNavigate } from "react-router";
import { MIN_PASSWORD_LENGTH } from "#schema/values.ts";
import { answerOf, api } from "#web/api/client.ts";
import { ApiError } from "#web/api/errors.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { COPY, REDIRECT_AFTER_RESET_MS } from "./copy.ts";
import { FormError } from "./form-error.tsx";
import { signInWords } from "./sign-in-words.ts";
import { useCountdown } from "./use-countdown.ts";

type State =
  | { kind: "checking" }
  | { kind: "invalid" }
  | { kind: "unknown"; message: string }
  | { kind: "form"; email: string }
  | { kind: "done" };

/** A new password by a code from a mail: the code is checked, then comes the form, then the way to sign in. */
export function NewPassword({ code }: { code: string }) {
  const [state, setState] = useState<State>({ kind: "checking" });

  async function check() {
    setState({ kind: "checking" });
    setState(await checkCode(code));
  }

  useEffect(() => {
    void checkCode(code).then(setState);
  }, [code]);

  return (
    <>
      <h1 className="text-xl">Choose a new password</h1>
      <Loading
        isLoading={state.kind === "checking"}
        label="Checking your link"
        skeleton={<Skeleton className="h-48" />}
      >
        {() => {
          switch (state.kind) {
            case "invalid":
              return (
                <div className="grid gap-4">
                  <Problem message={COPY.resetLinkInvalid} />
                  <p className="text-center text-sm">
                    <Link to="/auth/reset-password" className="link inline-flex min-h-6 items-center touch">
                      Ask for a new link
                    </Link>
                  </p>
                </div>
              );
            case "unknown":
              return <Problem message={state.message} onRetry={() => void check()} />;
            case "form":
              return <Form code={code} email={state.email} onEnd={(kind) => setState({ kind })} />;
            case "done":
              return <Done />;
            default:
              return null;
          }
        }}
      </Loading>
    </>
  );
}

async function checkCode(oobCode: string): Promise<State> {
  try {
    const { email } = await answerOf(api.api.auth["check-reset-code"].$post({ json: { oobCode } }));
    return { kind: "form", email };
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid-argument") return { kind: "invalid" };
    return { kind: "unknown", message: signInWords(error, COPY.resetFailed) };
  }
}

type FormProps = { code: string; email: string; onEnd: (kind: "done" | "invalid") => void };

function Form({ code, email, onEnd }: FormProps) {
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [endsAccess, setEndsAccess] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== confirmation) return setError(COPY.passwordsDoNotMatch);
    if (password.length < MIN_PASSWORD_LENGTH) return setError(COPY.passwordTooShort);
    setIsBusy(true);
    setError(null);
    try {
      await answerOf(api.api.auth["reset-password"].$post({ json: { oobCode: code, password, endsAccess } }));
      return onEnd("done");
    } catch (thrown) {
      setIsBusy(false);
      if (thrown instanceof ApiError && thrown.data.reason === "invalid-action-code") return onEnd("invalid");
      return setError(signInWords(thrown, COPY.resetFailed));
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Choose a new password">
      <fieldset disabled={isBusy} className="grid gap-4">
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <Field label="New password" hint={`For ${email}. At least 6 characters; 8 or more is stronger.`}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </Field>
        <Field label="Confirm new password">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              value={confirmation}
              onChange={({ target }) => setConfirmation(target.value)}
            />
          )}
        </Field>
        <Checkbox
          label="Also revoke my API keys and disconnect my MCP clients"
          checked={endsAccess}
          onChange={({ target }) => setEndsAccess(target.checked)}
        />
        <FormError message={error} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Save password
        </Button>
      </fieldset>
    </form>
  );
}

function Done() {
  const navigate = useNavigate();
  const { secondsLeft } = useCountdown(REDIRECT_AFTER_RESET_MS / 1_000);
  useEffect(() => {
    if (secondsLeft === 0) void navigate("/login", { replace: true });
  }, [secondsLeft, navigate]);
  return (
    <Banner kind="ok" role="status">
      Your password is changed, and every other session is signed out. You can{" "}
      <Link to="/login" className="underline">
        sign in
      </Link>{" "}
      now; this page goes there in {secondsLeft} s.
    </Banner>
  );
}
