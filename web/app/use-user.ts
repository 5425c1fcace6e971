import { useOutletContext } from "react-router";
import type { SessionUser } from "#schema/api/session.ts";

/** The signed-in person, for pages inside the console's frame, where somebody always is signed in. */
export function useUser(): SessionUser {
  return useOutletContext<SessionUser>();
}
