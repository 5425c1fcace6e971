import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router";
import { resetSelectedTeam, selectTeamOfLink } from "#web/api/selected-team.ts";
import { useSession } from "#web/api/session.ts";
import { isToastWaiting, onToastWanted } from "#web/components/ui/toasts.ts";
import { pressEarlyTap } from "./early-tap.ts";
import { LiveRegion } from "./live-region.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { useArrival } from "./use-arrival.ts";

const Toaster = lazy(async () => ({ default: (await import("#web/components/ui/toaster.tsx")).Toaster }));

/** Around every page: what is announced, where the page is scrolled to, toasts, and the word that there is no network. */
export function Root() {
  useArrival();
  useTeamOfQuery();
  useEffect(pressEarlyTap, []);
  return (
    <>
      <NoTeamOfOthers />
      <OfflineBar />
      <Outlet />
      {isScrollReset() && <ScrollRestoration />}
      <LiveRegion />
      <Toasts />
    </>
  );
}

/** A person may keep the page where it is from one path to the next. */
function isScrollReset(): boolean {
  return typeof localStorage !== "undefined" && localStorage.getItem("disableScrollToTop") !== "true";
}

/** Nobody loads the toaster before there is something to show; from then on it stays. */
function Toasts() {
  const isWanted = useSyncExternalStore(subscribe, isToasterWanted, () => false);
  return (
    isWanted && (
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    )
  );
}

let wasToasterWanted = false;

function isToasterWanted(): boolean {
  wasToasterWanted ||= isToastWaiting();
  return wasToasterWanted;
}

function subscribe(tell: () => void): () => void {
  return onToastWanted(tell);
}

/** The teams of which a person is a member are those of the server, which has none yet. */
const ACCEPTED_TEAM_IDS: readonly string[] = [];

/** `?teamId=` on any page selects that team where one is a member of it, and leaves the address in any case. */
function useTeamOfQuery() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const teamId = params.get("teamId");
    if (teamId === null) return;
    selectTeamOfLink(teamId, ACCEPTED_TEAM_IDS);
    params.delete("teamId");
    void navigate(
      { pathname, search: params.toString(), hash },
      { replace: true, state, preventScrollReset: true },
    );
  }, [pathname, search, hash, state, navigate]);
}

/** A team that was selected is forgotten when nobody is signed in any more. Draws nothing, and nothing is drawn anew with it. */
function NoTeamOfOthers() {
  const { data: session } = useSession();
  const isSignedOut = session?.user === null;
  useEffect(() => {
    if (isSignedOut) resetSelectedTeam();
  }, [isSignedOut]);
  return null;
}
