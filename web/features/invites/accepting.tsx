import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { DEFAULT_ROUTE } from "#schema/values.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { acceptInvite, dismissInvite } from "./accept-invite.ts";
import type { Acceptance } from "./accept-invite.ts";
import { COPY } from "./copy.ts";

/** Accepts the invitation for a signed-in person and goes on to the dashboard, or says why not. */
export function Accepting({ token }: { token: string }) {
  const [acceptance, setAcceptance] = useState<Acceptance | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    let isGone = false;
    async function show() {
      const result = await acceptInvite(token);
      if (isGone) return;
      if (result.kind === "accepted") void navigate(DEFAULT_ROUTE, { replace: true });
      else setAcceptance(result);
    }
    void show();
    return () => {
      isGone = true;
    };
  }, [token, navigate]);

  function dismiss() {
    dismissInvite(token);
    void navigate(DEFAULT_ROUTE);
  }

  if (acceptance?.kind === "not-found")
    return (
      <>
        <h1 className="text-xl">{COPY.notFound}</h1>
        <p className="text-md text-muted" role="alert">
          {COPY.notFoundText}
        </p>
        <Button variant="primary" onClick={dismiss}>
          {COPY.goToDashboard}
        </Button>
      </>
    );
  if (acceptance?.kind === "failed")
    return (
      <>
        <h1 className="text-xl">{COPY.unable}</h1>
        <Problem message={acceptance.message} />
        <Button variant="primary" onClick={dismiss}>
          {COPY.continue}
        </Button>
      </>
    );
  return (
    <>
      <h1 className="text-xl">Team invitation</h1>
      <Loading isLoading label="Accepting the invitation..." skeleton={<Skeleton className="h-16" />}>
        {() => null}
      </Loading>
    </>
  );
}
