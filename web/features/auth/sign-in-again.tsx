import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { signInErrorMessage } from "#schema/sign-in-errors.ts";
import { answerOf, api } from "#web/api/client.ts";
import { ApiError } from "#web/api/errors.ts";
import { refreshSession } from "#web/api/session.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY } from "./copy.ts";
import { FormError } from "./form-error.tsx";
import { OrDivider } from "./or-divider.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { signInWords } from "./sign-in-words.ts";

/** Whether the server wants a person to sign in again before an act that a stolen cookie must not reach. */
function needsSignInAgain(error: unknown): boolean {
  return error instanceof ApiError && error.data.reason === "sign-in-not-fresh";
}

type Waiting = { retry: () => void; giveUp: () => void };

/**
 * A helper for acts that need a fresh sign-in: `withFreshSignIn(act)` does the act. When the server asks for a sign-in, the
 * helper shows the dialog (draw `dialog` somewhere) and does the act again. Rejects with the server's words when the person
 * closes the dialog.
 */
export function useFreshSignIn(email: string): {
  dialog: ReactElement | null;
  withFreshSignIn: <T>(act: () => Promise<T>) => Promise<T>;
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null);

  async function withFreshSignIn<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!needsSignInAgain(error)) throw error;
      await new Promise<void>((retry, giveUp) => setWaiting({ retry, giveUp: () => giveUp(error) }));
      return act();
    }
  }

  const dialog = waiting && (
    <SignInAgain
      email={email}
      onClose={() => {
        waiting.giveUp();
        setWaiting(null);
      }}
      onSignedIn={() => {
        waiting.retry();
        setWaiting(null);
      }}
    />
  );
  return { dialog, withFreshSignIn };
}

type SignInAgainProps = { email: string; onClose: () => void; onSignedIn: () => void };

function SignInAgain({ email, onClose, onSignedIn }: SignInAgainProps) {
  const [password, setPassword] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  /** A provider's popup may have been used with another account: then the page belongs to another person. */
  async function check() {
    const { user } = await refreshSession();
    if (user?.email === email) onSignedIn();
    else setError(signInErrorMessage("invalid-credential"));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    try {
      await answerOf(api.api.auth["sign-in"].$post({ json: { email, password } }));
      await check();
    } catch (thrown) {
      setError(signInWords(thrown));
    }
    setIsBusy(false);
  }

  return (
    <Dialog
      title="Sign in again"
      description="Your last sign-in was more than ten minutes ago. Show that it is you."
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in again">
        <fieldset disabled={isBusy} className="grid gap-4">
          <Field label={`Password of ${email}`}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            )}
          </Field>
          <FormError message={error} />
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? COPY.signingIn : "Sign in"}
          </Button>
        </fieldset>
      </form>
      <OrDivider />
      <ProviderButtons
        verb="Continue"
        query={() => ({})}
        isDisabled={isBusy}
        onStart={() => setError(null)}
        onEnd={(message) => {
          if (message === null) void check().catch((thrown: unknown) => setError(signInWords(thrown)));
          else setError(message);
        }}
      />
    </Dialog>
  );
}
