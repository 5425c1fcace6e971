import { useDeferredValue } from "react";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import type { SessionUser } from "#schema/api/session.ts";
import { errorWords } from "#web/api/errors.ts";
import { refreshSession, useSession } from "#web/api/session.ts";
import { Problem } from "#web/components/ui/banner.tsx";

type RequireSessionProps = {
  /** Shown until the session is known. */
  fallback: ReactNode;
  children: (user: SessionUser) => ReactNode;
};

/** Shows its children to a person who is signed in, and sends anybody else to sign in and back here. */
export function RequireSession({ fallback, children }: RequireSessionProps) {
  const session = useSession();
  // A deferred value: the page of a signed-in person is drawn in small steps, between which a tap is answered.
  const data = useDeferredValue(session.data);
  const here = useLocation();
  if (data?.user) return children(data.user);
  if (data) {
    const cont = encodeURIComponent(here.pathname + here.search + here.hash);
    return <Navigate to={`/login?cont=${cont}`} state={{ from: here }} replace />;
  }
  if (session.error !== null) {
    const { message, requestId } = errorWords(session.error, "It could not be found out who is signed in.");
    return (
      <main id="main" className="page grid gap-6 py-14">
        <h1>Something went wrong</h1>
        <Problem
          message={message}
          requestId={requestId}
          onRetry={() => void refreshSession().catch(() => {})}
          isRetrying={session.isFetching}
        />
      </main>
    );
  }
  return fallback;
}
