import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { formatDate } from "#web/lib/dates.ts";
import { methodName } from "./method-name.ts";
import { PasswordForm } from "./password-form.tsx";
import { linkAddress, unlinkMethod, useReload, useSignInMethods } from "./queries.ts";
import type { Provider, WithFreshSignIn } from "./queries.ts";

type SignInCardProps = { email: string; withFreshSignIn: WithFreshSignIn };
const PROVIDERS: readonly Provider[] = ["github", "google"];

/** Every way to sign in, connected or not. The only one that is connected cannot be taken away. */
export function SignInCard({ email, withFreshSignIn }: SignInCardProps) {
  const query = useSignInMethods();
  const [isOpen, setIsOpen] = useState(false);
  const { methods = [], providers = [] } = query.data ?? {};
  const since = (method: string) => methods.find((one) => one.method === method)?.createdAt ?? null;
  const hasPassword = since("password") !== null;
  const removal = { isOnly: methods.length < 2, withFreshSignIn };
  return (
    <Card aria-labelledby="sign-in">
      <CardHeader title="Sign-in" id="sign-in" />
      {query.error && (
        <Problem
          {...errorWords(query.error, "The ways to sign in could not be read.")}
          onRetry={() => void query.refetch()}
        />
      )}
      <Loading
        isLoading={query.isPending}
        label="Loading the ways to sign in"
        skeleton={<Skeleton className="h-40" />}
      >
        {() =>
          query.data && (
            <>
              <ul className="grid text-md">
                <Method method="password" since={since("password")} {...removal}>
                  {!isOpen && (
                    <Button size="sm" onClick={() => setIsOpen(true)}>
                      {hasPassword ? "Change password" : "Set a password"}
                    </Button>
                  )}
                </Method>
                {PROVIDERS.filter((one) => since(one) !== null || providers.includes(one)).map((provider) => (
                  <Method key={provider} method={provider} since={since(provider)} {...removal}>
                    {since(provider) === null && (
                      <ConnectButton provider={provider} withFreshSignIn={withFreshSignIn} />
                    )}
                  </Method>
                ))}
              </ul>
              {isOpen && (
                <div className="mt-4">
                  <PasswordForm
                    email={email}
                    hasPassword={hasPassword}
                    withFreshSignIn={withFreshSignIn}
                    onEnd={() => setIsOpen(false)}
                  />
                </div>
              )}
            </>
          )
        }
      </Loading>
    </Card>
  );
}

type MethodProps = {
  method: "password" | Provider;
  /** Time since which the method is connected, in ISO form; null when it is not. */
  since: string | null;
  isOnly: boolean;
  withFreshSignIn: WithFreshSignIn;
  children: ReactNode;
};

function Method({ method, since, isOnly, withFreshSignIn, children }: MethodProps) {
  const reload = useReload();
  const name = methodName(method);
  return (
    <li className="flex min-h-13 flex-wrap items-center justify-between gap-3 border-t border-border py-2.5 first:border-t-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        {since === null ? (
          <Chip>{method === "password" ? "Not set" : "Not connected"}</Chip>
        ) : (
          <>
            <Chip kind="complete">{method === "password" ? "Set" : "Connected"}</Chip>
            <span className="text-sm text-muted">
              since {formatDate(since)}
              {isOnly && ", your only way to sign in"}
            </span>
          </>
        )}
      </span>
      <span className="flex gap-2">
        {children}
        {since !== null && !isOnly && (
          <ConfirmButton
            title={method === "password" ? "Remove the password" : `Disconnect ${name}`}
            description="You can no longer sign in this way. Sessions that are open stay open, and you can add it again."
            action={method === "password" ? "Remove" : "Disconnect"}
            onConfirm={() => withFreshSignIn(() => unlinkMethod(method))}
            onDone={() => reload("profile")}
            failed={(error) => errorWords(error, "This way to sign in could not be removed.")}
          >
            {method === "password" ? "Remove…" : "Disconnect…"}
          </ConfirmButton>
        )}
      </span>
    </li>
  );
}

/** A button that leads to the provider, which sends the browser back to this page. */
function ConnectButton({
  provider,
  withFreshSignIn,
}: {
  provider: Provider;
  withFreshSignIn: WithFreshSignIn;
}) {
  const connect = useMutation({
    mutationFn: () => withFreshSignIn(() => linkAddress(provider)),
    onSuccess: (url) => location.assign(url),
  });
  return (
    <span className="grid justify-items-end gap-2">
      <Button
        size="sm"
        // The button stays busy after success, because the page is then left.
        isBusy={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate()}
        aria-label={`Connect ${methodName(provider)}`}
      >
        Connect
      </Button>
      {connect.error && (
        <Problem {...errorWords(connect.error, `${methodName(provider)} could not be connected.`)} />
      )}
    </span>
  );
}
