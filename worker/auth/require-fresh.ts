import { AppError } from "#worker/errors.ts";
import type { SessionActor } from "./find-session.ts";

const FRESH_MS = 10 * 60_000;

/** Refuses acts that a stolen cookie must not reach: permission-denied when the last sign-in was more than ten minutes ago. */
export function requireFresh({ signedInAt }: SessionActor, now: Date): void {
  if (now.getTime() - signedInAt.getTime() <= FRESH_MS) return;
  throw new AppError(
    "permission-denied",
    "For this, sign in again: your last sign-in was more than ten minutes ago.",
    { data: { reason: "sign-in-not-fresh" } },
  );
}
