import { startTransition, useDeferredValue, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { cx } from "../class-names.ts";

const DELAY_MS = 150;
const SHOWN_AT_LEAST_MS = 300;

/** A grey place for content on its way. Give it the size of that content, so that nothing moves. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx("block animate-pulse rounded-xs bg-hover forced-colors:border", className)}
    />
  );
}

type LoadingProps = {
  isLoading: boolean;
  /** The name of what is loading, said to those who do not see the skeleton. */
  label: string;
  /** Whether everybody sees the label, as where the specification has its text. */
  isLabelShown?: boolean;
  skeleton: ReactNode;
  children: () => ReactNode;
};

/** Shows nothing for 150 ms, then the skeleton for at least 300 ms, then the content: quick answers do not flicker. */
export function Loading({ isLoading, label, isLabelShown = false, skeleton, children }: LoadingProps) {
  // A deferred value: the content is drawn in small steps, between which a tap is answered.
  const isLater = useDeferredValue(isLoading);
  const phase = useLoadingPhase(isLoading || isLater);
  if (phase === "done") return children();
  return (
    <div role="status" aria-busy="true">
      <span className={isLabelShown && phase === "shown" ? "mb-2 block text-md text-muted" : "sr-only"}>
        {label}
      </span>
      <div className={phase === "waiting" ? "invisible" : undefined}>{skeleton}</div>
    </div>
  );
}

function useLoadingPhase(isLoading: boolean): "waiting" | "shown" | "done" {
  const [isShown, setIsShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (isLoading === isShown) return;
    const waitMs = isLoading ? DELAY_MS : shownAt.current + SHOWN_AT_LEAST_MS - performance.now();
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      startTransition(() => setIsShown(isLoading));
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isLoading, isShown]);
  if (isShown) return "shown";
  return isLoading ? "waiting" : "done";
}
