import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { OFFLINE } from "./copy.ts";

/** A bar at the top while there is no network. Requests go on by themselves when the network is back. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="sticky top-0 z-30">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-sm text-warn">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {OFFLINE}
        </p>
      )}
    </div>
  );
}

function subscribe(tell: () => void): () => void {
  window.addEventListener("online", tell);
  window.addEventListener("offline", tell);
  return () => {
    window.removeEventListener("online", tell);
    window.removeEventListener("offline", tell);
  };
}
