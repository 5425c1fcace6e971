import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router";
import { isRecord } from "#web/api/errors.ts";
import { reach, readJson } from "#web/api/reach.ts";
import { resetSelectedTeam, selectedTeamId, selectTeamOfLink } from "#web/api/selected-team.ts";
import { useSession } from "#web/api/session.ts";
import { isToastWaiting, onToastWanted } from "#web/components/ui/toasts.ts";
import { pressEarlyTap } from "./early-tap.ts";
import { LiveRegion } from "./live-region.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { useArrival } from "./use-arrival.ts";

const Toaster = lazy(async () => ({ default: (await import("#web/components/ui/toaster.tsx")).Toaster }));

/** The parts around every page: announcements, the scroll position, toasts, and the word that there is no network. */
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

/** The toaster, loaded when there is something to show; from then on it stays. */
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

/** The teams of the signed-in person; none where the teams cannot be found out. */
async function acceptedTeamIds(): Promise<string[]> {
  const body: unknown = await readJson(await reach("/api/teams")).catch(() => null);
  const teams = isRecord(body) && Array.isArray(body.teams) ? body.teams : [];
  return teams.flatMap((team) => (isRecord(team) && typeof team.teamId === "string" ? [team.teamId] : []));
}

/** Selects the team of a link for its members; everything that the page read for another owner is read again. */
async function followTeamOfLink(teamId: string): Promise<void> {
  const before = selectedTeamId();
  selectTeamOfLink(teamId, await acceptedTeamIds());
  if (selectedTeamId() !== before) location.reload();
}

/** `?teamId=` on any page selects that team for a member of it, and leaves the address in any case. */
function useTeamOfQuery() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const teamId = params.get("teamId");
    if (teamId === null) return;
    void followTeamOfLink(teamId).catch(() => {});
    params.delete("teamId");
    void navigate(
      { pathname, search: params.toString(), hash },
      { replace: true, state, preventScrollReset: true },
    );
  }, [pathname, search, hash, state, navigate]);
}

/** Forgets the selected team when nobody is signed in any more. Draws nothing, so no other part is drawn anew with it. */
function NoTeamOfOthers() {
  const { data: session } = useSession();
  const isSignedOut = session?.user === null;
  useEffect(() => {
    if (isSignedOut) resetSelectedTeam();
  }, [isSignedOut]);
  return null;
}
