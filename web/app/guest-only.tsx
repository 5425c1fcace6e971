import { Navigate, Outlet, useSearchParams } from "react-router";
import { useSession } from "#web/api/session.ts";
import { destinationAfterSignIn } from "./destination.ts";

/**
 * Sends a visitor who is signed in to where they were going. The form is shown until the session is known: most who come here
 * are not signed in.
 */
export function GuestOnly() {
  const { data: session } = useSession();
  const [params] = useSearchParams();
  if (session?.user) return <Navigate to={destinationAfterSignIn(params, location.origin)} replace />;
  return <Outlet />;
}
