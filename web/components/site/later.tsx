import { Suspense } from "react";
import type { ReactNode } from "react";

/**
 * A part of a rendered page that is brought to life by itself, after everything above it, and at once when tapped. The part
 * waits for no request, so nothing is ever shown in its place.
 */
export function Later({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}
