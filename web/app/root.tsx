import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate } from "react-router";
import { isToastWaiting, onToastWanted } from "#web/components/ui/toasts.ts";
import { LiveRegion } from "./live-region.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { useArrival } from "./use-arrival.ts";

const Toaster = lazy(async () => ({ default: (await import("#web/components/ui/toaster.tsx")).Toaster }));

/** Around every page: what is announced, where the page is scrolled to, toasts, and the word that there is no network. */
export function Root() {
  useArrival();
  useTeamOfQuery();
  return (
    <>
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

/**
 * `?teamId=` selects a team of which one is a member. There are no teams to be a member of, so it only leaves the
 * address.
 */
function useTeamOfQuery() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const params = new URLSearchParams(search);
    if (!params.has("teamId")) return;
    params.delete("teamId");
    void navigate(
      { pathname, search: params.toString(), hash },
      { replace: true, state, preventScrollReset: true },
    );
  }, [pathname, search, hash, state, navigate]);
}
