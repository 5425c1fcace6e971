import { useOutletContext } from "react-router";
import type { SessionUser } from "#schema/api/session.ts";

/** Who is signed in, for pages inside the console's frame, where somebody always is. */
export function useUser(): SessionUser {
  return useOutletContext<SessionUser>();
}
