import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PRODUCT } from "#schema/values.ts";
import { answerOf, api } from "#web/api/client.ts";
import { errorWords } from "#web/api/errors.ts";
import { useSession } from "#web/api/session.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";

const WARNINGS = {
  "unverified-name": "Nobody vouches for this name. Go on only if you started this yourself just now.",
  loopback: "The access goes to a program on this machine. Go on only if you started it yourself.",
  "other-host": "The access goes to another host than the one that describes the program.",
} as const;

/** Asks whether a program may use the account. The program's names are its own words, so they are shown as text and quoted. */
export function Consent({ request }: { request: string }) {
  const { data: session } = useSession();
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const asked = useQuery({
    queryKey: ["oauth-request", request],
    queryFn: () => answerOf(api.api.oauth.requests[":request"].$get({ param: { request } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const decide = useMutation({
    mutationFn: (decision: "approve" | "deny") => {
      const scopes = asked.data?.scopes.map(({ scope }) => scope).filter((scope) => !refused.has(scope));
      return answerOf(
        api.api.oauth.requests[":request"].decision.$post({ param: { request }, json: { decision, scopes } }),
      );
    },
    // The address is the program's own: the browser goes there, the router does not.
    onSuccess: ({ redirectTo }) => location.assign(redirectTo),
  });
  if (asked.error)
    return (
      <>
        <Problem
          {...errorWords(asked.error, "The request could not be read.")}
          onRetry={() => void asked.refetch()}
          isRetrying={asked.isFetching}
        />
        <ButtonLink to="/mcp">How to connect a program</ButtonLink>
      </>
    );
  return (
    <Loading isLoading={!asked.data} label="Loading the request" skeleton={<Skeleton className="h-64" />}>
      {() => {
        const { clientName, clientHost, redirectHost, warnings, scopes } = asked.data!;
        return (
          <div className="grid gap-4">
            <p className="text-md">
              <strong className="break-words">“{clientName}”</strong>
              {clientHost !== null && ` of ${clientHost}`} wants to use {PRODUCT} as{" "}
              <strong className="break-words">{session?.user?.email}</strong>.
            </p>
            {warnings.map((warning) => (
              <Banner key={warning} kind="warning">
                {WARNINGS[warning]}
              </Banner>
            ))}
            <fieldset className="grid gap-1">
              <legend className="mb-1 text-sm font-medium">It may</legend>
              {scopes.map(({ scope, description, isRequired }) => (
                <Checkbox
                  key={scope}
                  label={description}
                  checked={!refused.has(scope)}
                  disabled={isRequired}
                  onChange={({ target }) => {
                    const next = new Set(refused);
                    if (target.checked) next.delete(scope);
                    else next.add(scope);
                    setRefused(next);
                  }}
                />
              ))}
            </fieldset>
            <p className="text-sm text-muted">
              The access is sent to <strong className="text-text">{redirectHost}</strong>. You can end it at
              any time on your account page.
            </p>
            {decide.error && <Problem {...errorWords(decide.error, "The decision could not be sent.")} />}
            <div className="grid grid-cols-2 gap-3">
              <Button onClick={() => decide.mutate("deny")} disabled={decide.isPending}>
                Deny
              </Button>
              <Button
                variant="primary"
                onClick={() => decide.mutate("approve")}
                isBusy={decide.isPending || decide.isSuccess}
              >
                Allow
              </Button>
            </div>
          </div>
        );
      }}
    </Loading>
  );
}
