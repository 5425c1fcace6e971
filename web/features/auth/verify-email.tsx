import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { answerOf, api } from "#web/api/client.ts";
import { callFunction } from "#web/api/call-function.ts";
import { ApiError } from "#web/api/errors.ts";
import { refreshSession } from "#web/api/session.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { COPY } from "./copy.ts";

type State =
  | { kind: "verifying" }
  | { kind: "verified"; message: string }
  | { kind: "failed"; message: string; canRetry: boolean };

/** Codes that were posted: each is posted once, however often the page is drawn. */
const posted = new Map<string, Promise<State>>();

/** Posts the code of a link, says how it went, and takes the code out of the address once it is spent. */
export function VerifyEmail({ code }: { code: string }) {
  const [state, setState] = useState<State>({ kind: "verifying" });
  const { pathname } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    let isGone = false;
    async function show() {
      const next = await verify(code);
      if (isGone) return;
      setState(next);
      if (next.kind === "verified") void navigate(pathname, { replace: true });
    }
    void show();
    return () => {
      isGone = true;
    };
  }, [code, pathname, navigate]);

  async function retry() {
    posted.delete(code);
    setState({ kind: "verifying" });
    setState(await verify(code));
  }

  return (
    <>
      <h1 className="text-xl">Email verification</h1>
      <div role="status">
        {state.kind === "verifying" && <p className="text-md">{COPY.verifying}</p>}
        {state.kind === "verified" && <Banner kind="ok">{state.message}</Banner>}
      </div>
      {state.kind === "failed" && (
        <Problem message={state.message} onRetry={state.canRetry ? () => void retry() : undefined} />
      )}
      {state.kind !== "verifying" && (
        <ButtonLink to="/dashboard" variant={state.kind === "verified" ? "primary" : "outline"}>
          Go to the dashboard
        </ButtonLink>
      )}
    </>
  );
}

function verify(oobCode: string): Promise<State> {
  const running = posted.get(oobCode) ?? post(oobCode);
  posted.set(oobCode, running);
  return running;
}

async function post(oobCode: string): Promise<State> {
  try {
    const { wasVerifiedBefore } = await answerOf(api.api.auth["verify-email"].$post({ json: { oobCode } }));
    await tellVerified();
    return { kind: "verified", message: wasVerifiedBefore ? COPY.alreadyVerified : COPY.verified };
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid-argument")
      return { kind: "failed", message: error.message || COPY.verifyFailed, canRetry: false };
    return { kind: "failed", message: COPY.verifyError, canRetry: true };
  }
}

/** Sends the verified-email notification of the specification for a person who is signed in here; its failure is only logged. */
async function tellVerified(): Promise<void> {
  try {
    const { user } = await refreshSession();
    if (user) await callFunction("onEmailVerified");
  } catch (error) {
    // oxlint-disable-next-line no-console -- The specification asks for a log line and nothing else.
    console.error("onEmailVerified failed", error);
  }
}
