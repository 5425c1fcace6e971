import { Suspense } from "react";
import type { ReactNode } from "react";

/**
 * A part of a rendered page that is brought to life by itself, after what stands above it, and at once when it is tapped. It
 * never waits for anything, so nothing is ever shown in its place.
 */
export function Later({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}
